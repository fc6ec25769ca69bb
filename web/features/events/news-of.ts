import type { OutputOf } from '#contract/define-call.ts';
import type { listEvents } from '#contract/events.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { parseMoney } from '#domain/money.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { showDate, showKwh, showPeriod, showSum } from '#web/lib/format.ts';
import { bill, card, meter, user } from '#web/ui/icons.ts';
import { text } from './text.ts';

type AccountEvent = OutputOf<typeof listEvents>['events'][number];
type Facts = AccountEvent['facts'];

/** What happened, as it is told. */
export interface News {
  readonly id: string;
  readonly happenedAt: string;
  readonly title: string;
  readonly details: string;
  readonly drawing: string;
  /** It went wrong, and something may have to be done again. */
  readonly isBad: boolean;
}

type Told = Omit<News, 'id' | 'happenedAt' | 'isBad'> & { readonly isBad?: true };

const sumIn = ({ sum }: Facts) =>
  typeof sum === 'string' && parseMoney(sum) !== undefined ? showSum(sum) : undefined;

const dateIn = (date: unknown) =>
  typeof date === 'string' && parseLocalDate(date) !== undefined ? showDate(date) : undefined;

const periodIn = ({ period }: Facts) =>
  typeof period === 'string' && parseBillingPeriod(period) !== undefined ? showPeriod(period) : undefined;

function billIssued(facts: Facts): Told | undefined {
  const period = periodIn(facts);
  const sum = sumIn({ sum: facts.toPay });
  const due = dateIn(facts.dueOn);
  if (!period || !sum || !due) return undefined;
  const isOwed = /[1-9]/.test(String(facts.toPay));
  const details = isOwed ? formatText(text.billToPay, { sum, due }) : text.billNothing;
  return { title: formatText(text.bill, { period }), details, drawing: bill };
}

function reading(title: string) {
  return (facts: Facts): Told | undefined => {
    const period = periodIn(facts);
    if (!period || typeof facts.kwh !== 'number') return undefined;
    const kwh = showKwh(facts.kwh);
    const sum = sumIn(facts);
    const details = sum
      ? formatText(text.readingForSum, { kwh, sum, period })
      : formatText(text.readingFor, { kwh, period });
    const isCorrection = title === text.accepted && typeof facts.reason === 'string';
    return { title: isCorrection ? text.corrected : title, details, drawing: meter };
  };
}

const whatFor = ({ purpose, actNumber }: Facts) =>
  purpose === 'violationAct' && typeof actNumber === 'string'
    ? formatText(text.act, { number: actNumber })
    : text.energy;

function onItsWay({ expectedOn }: Facts): string {
  const date = dateIn(expectedOn);
  return date ? formatText(text.confirmedUntil, { date }) : text.confirmedDetails;
}

function payment(title: string, detailsOf: (facts: Facts) => string, isBad?: true) {
  return (facts: Facts): Told | undefined => {
    const sum = sumIn(facts);
    if (!sum) return undefined;
    return {
      title: formatText(title, { sum }),
      details: detailsOf(facts),
      drawing: card,
      ...(isBad && { isBad }),
    };
  };
}

/** What a reading put right: the months, and what the balance changed by. */
function recalculated(facts: Facts): Told | undefined {
  const from = periodIn({ period: facts.from });
  const to = periodIn({ period: facts.to });
  const isLess = String(facts.sum).startsWith('-');
  const sum = sumIn({ sum: isLess ? String(facts.sum).slice(1) : facts.sum });
  if (!from || !to || !sum) return undefined;
  const months = from === to ? from : `${from} – ${to}`;
  const details = formatText(isLess ? text.recalculatedLess : text.recalculatedMore, { sum, months });
  return { title: text.recalculated, details, drawing: meter };
}

/** What the supplier corrected, and why. */
function corrected(facts: Facts): Told | undefined {
  const isLess = String(facts.sum).startsWith('-');
  const sum = sumIn({ sum: isLess ? String(facts.sum).slice(1) : facts.sum });
  if (!sum || typeof facts.reason !== 'string') return undefined;
  const title = formatText(isLess ? text.correctedLess : text.correctedMore, { sum });
  return { title, details: facts.reason, drawing: card };
}

/** Who came to the account, or left it. */
function access(title: string, isBad?: true) {
  return ({ who }: Facts): Told | undefined =>
    typeof who === 'string'
      ? { title, details: who || text.somebody, drawing: user, ...(isBad && { isBad }) }
      : undefined;
}

const codeReasons: Readonly<Record<string, string>> = text.codeReasons;

/** The code that adds the account to a cabinet is another. */
function codeRenewed({ reason }: Facts): Told {
  const why = typeof reason === 'string' && Object.hasOwn(codeReasons, reason) ? codeReasons[reason] : '';
  return { title: text.codeRenewed, details: why || text.codeOnBill, drawing: bill };
}

const tellers: Readonly<Record<string, (facts: Facts) => Told | undefined>> = {
  'bill.issued': billIssued,
  'reading.accepted': reading(text.accepted),
  'reading.underReview': reading(text.underReview),
  'recalculation.booked': recalculated,
  'ledger.corrected': corrected,
  'access.added': access(text.accessAdded),
  'access.left': access(text.accessLeft),
  'access.ended': access(text.accessEnded),
  'access.holderChanged': access(text.accessEnded),
  'account.codeRenewed': codeRenewed,
  'payment.confirmed': payment(text.confirmed, onItsWay),
  'payment.landed': payment(text.landed, whatFor),
  'payment.failed': payment(text.failedPayment, () => text.notTaken, true),
  'payment.expired': payment(text.expiredPayment, () => text.notTaken, true),
  'payment.reversed': payment(text.reversedPayment, () => text.owedAgain, true),
  'payment.refunded': payment(text.refundedPayment, () => text.givenBack),
};

/**
 * The events that there are words for, as news; a kind that is not known here, or that lacks its facts, is left out. A
 * billing back end of another make may tell of more than this cabinet knows.
 */
export function newsOf(events: readonly AccountEvent[], most: number): readonly News[] {
  return events
    .flatMap(({ eventId, kind, happenedAt, facts }) => {
      const told = Object.hasOwn(tellers, kind) ? tellers[kind]?.(facts) : undefined;
      return told ? [{ id: eventId, happenedAt, isBad: false, ...told }] : [];
    })
    .slice(0, most);
}
