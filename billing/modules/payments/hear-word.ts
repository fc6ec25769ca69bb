import type { BillingServices } from '#billing/module-handler.ts';
import { createBatcher } from '#platform/batcher.ts';
import { createTurns } from '#platform/turns.ts';
import { hearWords } from './hear-words.ts';
import type { Heard, Word } from './word.ts';

const wordsAtOnce = 64;
const batchesAtOnce = 2;

/** What became of a word of a batch: it was heard, or it could not be. */
type Taken = { readonly heard: Heard | undefined } | { readonly reason: unknown };

/**
 * Takes words by group commit, those of a provider together and those of one order never side by side. A batch that fails is
 * taken word by word, so that one that can't be booked keeps none of the others from it; what was booked all the same is
 * found booked.
 */
function createHearing(services: BillingServices) {
  const turns = createTurns();
  const batchers = new Map<string, ReturnType<typeof createBatcher<Word, Taken>>>();

  async function take(words: readonly Word[], actor: string): Promise<readonly Taken[]> {
    try {
      return (await hearWords(services, words, actor)).map((heard) => ({ heard }));
    } catch (reason) {
      if (words.length === 1) return [{ reason }];
      const each = await Promise.all(words.map((word) => take([word], actor)));
      return each.flat();
    }
  }

  function batcherOf(provider: string, actor: string) {
    const key = `${provider} ${actor}`;
    const known = batchers.get(key);
    if (known !== undefined) return known;
    const made = createBatcher<Word, Taken>({
      maxSize: wordsAtOnce,
      concurrency: batchesAtOnce,
      run: (words) => take(words, actor),
    });
    batchers.set(key, made);
    return made;
  }

  return async (word: Word, actor: string): Promise<Heard | undefined> => {
    const { provider, orderId } = word;
    const taken = await turns.take(`${provider} ${orderId}`, () => batcherOf(provider, actor).add(word));
    if ('reason' in taken) throw taken.reason;
    return taken.heard;
  };
}

const hearings = new WeakMap<BillingServices, ReturnType<typeof createHearing>>();

/**
 * Hears a word of a provider of an order (facts 5): decided under the lock of the order, booked and moved in the same
 * transaction. A replay changes nothing; what is doubted is kept as evidence, once. undefined: no such order.
 */
export function hearWord(services: BillingServices, word: Word, actor: string): Promise<Heard | undefined> {
  const known = hearings.get(services);
  if (known !== undefined) return known(word, actor);
  const made = createHearing(services);
  hearings.set(services, made);
  return made(word, actor);
}
