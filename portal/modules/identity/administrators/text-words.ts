import type { Content } from '#contract/content.ts';
import { landingWordNames } from '#contract/values/landing-word-names.template.ts';
import { tableOf } from '#domain/table-of.ts';

/** A state as the audit keeps it. */
export type Fields = Readonly<Record<string, unknown>>;

const ownWord = (word: string) => `words.${word}`;

/** Names of the words of the first page as fields of their own. */
export const ownWordNames: Readonly<Record<string, string>> = tableOf(
  Object.fromEntries(Object.entries(landingWordNames).map(([word, name]) => [ownWord(word), name])),
);

export const isOwnWord = (field: string) => field in ownWordNames;

/** A state in which the words of the first page are fields of their own. */
export function withOwnWords(state: Fields | null): Fields | null {
  if (state === null || typeof state.words !== 'object' || state.words === null) return state;
  const { words, ...rest } = state;
  const own = Object.entries(words).map(([word, value]) => [ownWord(word), value]);
  return { ...rest, ...Object.fromEntries(own) };
}

type Block = Extract<Content, { readonly kind: 'article' }>['blocks'][number];

const isText = (value: unknown): value is readonly Block[] =>
  Array.isArray(value) && value.length > 0 && typeof value[0]?.kind === 'string';

/** The lines of a text, with marks as in its editor. */
function linesOf(value: unknown): readonly string[] {
  if (!isText(value)) return [];
  return value.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
        return [`# ${block.text}`];
      case 'steps':
        return block.items.map((item, index) => `${index + 1}. ${item}`);
      case 'list':
        return block.items.map((item) => `– ${item}`);
      case 'link':
        return [`${block.text} (${block.href})`];
      default:
        return [block.text];
    }
  });
}

/** Most characters of a text that are shown. */
const maxText = 1500;

/**
 * The lines in which a text differs before and after; dots stand for those that both have at the beginning and at the end. Undefined: it
 * is no text.
 */
export function textWords(before: unknown, after: unknown) {
  if (!isText(before) && !isText(after)) return undefined;
  const [former, present] = [linesOf(before), linesOf(after)];
  const least = Math.min(former.length, present.length);
  let head = 0;
  while (head < least && former[head] === present[head]) head += 1;
  let tail = 0;
  while (tail < least - head && former.at(-1 - tail) === present.at(-1 - tail)) tail += 1;
  const told = (lines: readonly string[]) => {
    if (lines.length === 0) return null;
    const own = lines.slice(head, lines.length - tail);
    const shown = own.length === 0 ? ['…'] : [...(head > 0 ? ['…'] : []), ...own, ...(tail > 0 ? ['…'] : [])];
    return shown.join('\n').slice(0, maxText);
  };
  return { before: told(former), after: told(present) };
}
