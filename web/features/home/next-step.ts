import type { personBalance } from '#contract/balance.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { listMeters } from '#contract/readings.ts';
import { type ReadingAsk, readingAsk } from '#domain/readings/reading-ask.ts';
import { blockedAdvice, blockedMessage } from '#web/lib/blocked-advice.ts';
import { isSomeMoney } from '#web/lib/format.ts';
import { text } from './text.ts';

type Balance = OutputOf<typeof personBalance>['balance'];
export type UnpaidAct = Balance['debetAct']['items'][number];
type Ask<Kind extends ReadingAsk['kind']> = Extract<ReadingAsk, { kind: Kind }>;

/** The single next action of the customer. */
export type NextStep =
  | (Omit<Ask<'give'>, 'kind'> & { kind: 'reading'; owed: string | undefined })
  | (Ask<'sendPhoto'> & { owed: string | undefined })
  | { kind: 'pay'; sum: string }
  | { kind: 'payAct'; act: UnpaidAct }
  /** `blocked`: why no meter takes a reading, other than a closed window; no window is announced then. */
  | {
      kind: 'done';
      readingGiven: boolean;
      opensOn: string | undefined;
      blocked: Ask<'closed'>['reason'];
    };

/**
 * Decides the highlighted action. A reading, or the photo in its place, comes first while the window is open, because
 * it closes; then a debt for energy, then a violation act, then a photo that is not urgent. A debt that comes after
 * the reading is named with it. Source: product.md 5 (home); design: one highlighted action.
 */
export function nextStep(
  balance: Balance,
  { meters, window }: Pick<OutputOf<typeof listMeters>, 'meters' | 'window'>,
): NextStep {
  const ask = readingAsk({ meters, window });
  const owed = isSomeMoney(balance.debet) ? balance.debet : undefined;
  if (ask.kind === 'give') return { ...ask, kind: 'reading', owed };
  if (ask.kind === 'sendPhoto' && window.isOpen) return { ...ask, owed };
  if (owed !== undefined) return { kind: 'pay', sum: owed };
  const act = balance.debetAct.items.find(({ sum }) => isSomeMoney(sum));
  if (act) return { kind: 'payAct', act };
  if (ask.kind === 'sendPhoto') return { ...ask, owed };
  return {
    kind: 'done',
    readingGiven: ask.kind === 'wait' && ask.isRead,
    opensOn: ask.kind === 'wait' ? ask.opensOn : undefined,
    blocked: ask.kind === 'closed' ? ask.reason : undefined,
  };
}

/** The texts of the done state: the title names an action when the reason asks for one. */
export function doneText({ blocked, readingGiven }: Extract<NextStep, { kind: 'done' }>): {
  title: string;
  body: string;
  asksToCall: boolean;
} {
  if (!blocked) {
    return {
      title: text.done,
      body: readingGiven ? text.doneBody : text.doneNoReading,
      asksToCall: false,
    };
  }
  const asksToCall = blockedAdvice(blocked.code) === 'call';
  return { title: asksToCall ? text.callUs : text.noDebt, body: blockedMessage(blocked), asksToCall };
}
