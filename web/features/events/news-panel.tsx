import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { listEvents } from '#contract/events.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { parseMoney } from '#domain/money.ts';
import { tableOf } from '#domain/table-of.ts';
import { parseBillingPeriod } from '#domain/time/billing-period.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import { showDate, showKwh, showMoment, showPeriod, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { bill, card, meter, user } from '#web/ui/cabinet-icons.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './news-panel.module.css';
import { text } from './text.ts';

type AccountEvent = OutputOf<typeof listEvents>['events'][number];
type Facts = AccountEvent['facts'];

/** An event as shown to the customer. */
interface News {
  readonly id: string;
  readonly happenedAt: string;
  readonly title: string;
  readonly details: string;
  readonly drawing: string;
  /** A failure; the customer may have to repeat something. */
  readonly isBad: boolean;
}

type Description = Omit<News, 'id' | 'happenedAt' | 'isBad'> & { readonly isBad?: true };

const sumIn = ({ sum }: Facts) =>
  typeof sum === 'string' && parseMoney(sum) !== undefined ? showSum(sum) : undefined;

const dateIn = (date: unknown) =>
  typeof date === 'string' && parseLocalDate(date) !== undefined ? showDate(date) : undefined;

const periodIn = ({ period }: Facts) =>
  typeof period === 'string' && parseBillingPeriod(period) !== undefined ? showPeriod(period) : undefined;

function billIssued(facts: Facts): Description | undefined {
  const period = periodIn(facts);
  const sum = sumIn({ sum: facts.toPay });
  const due = dateIn(facts.dueOn);
  if (!period || !sum || !due) return undefined;
  const isOwed = /[1-9]/.test(String(facts.toPay));
  const details = isOwed ? formatText(text.billToPay, { sum, due }) : text.billNothing;
  return { title: formatText(text.bill, { period }), details, drawing: bill };
}

function reading(title: string) {
  return (facts: Facts): Description | undefined => {
    const period = periodIn(facts);
    if (!period || typeof facts.kwh !== 'number') return undefined;
    const kwh = showKwh(facts.kwh);
    const sum = sumIn(facts);
    const details = sum
      ? formatText(text.readingForSum, { kwh, sum, period })
      : formatText(text.readingFor, { kwh, period });
    const isCorrection = title === text.accepted && typeof facts.reason === 'string';
    const isPart = title === text.accepted && Array.isArray(facts.missingZones);
    const shown = isPart ? text.acceptedPart : isCorrection ? text.corrected : title;
    return { title: shown, details, drawing: meter };
  };
}

const whatFor = ({ purpose, actNumber }: Facts) =>
  purpose === 'violationAct' && typeof actNumber === 'string'
    ? formatText(text.act, { number: actNumber })
    : text.energy;

function moneyInTransit({ expectedOn }: Facts): string {
  const date = dateIn(expectedOn);
  return date ? formatText(text.confirmedUntil, { date }) : text.confirmedDetails;
}

function payment(title: string, detailsOf: (facts: Facts) => string, isBad?: true) {
  return (facts: Facts): Description | undefined => {
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

/** A recalculation by a reading: the months and the change of the balance. */
function recalculated(facts: Facts): Description | undefined {
  const from = periodIn({ period: facts.from });
  const to = periodIn({ period: facts.to });
  const isLess = String(facts.sum).startsWith('-');
  const sum = sumIn({ sum: isLess ? String(facts.sum).slice(1) : facts.sum });
  if (!from || !to || !sum) return undefined;
  const months = from === to ? from : `${from} – ${to}`;
  const details = formatText(isLess ? text.recalculatedLess : text.recalculatedMore, { sum, months });
  return { title: text.recalculated, details, drawing: meter };
}

/** A correction by the supplier, with its reason. */
function corrected(facts: Facts): Description | undefined {
  const isLess = String(facts.sum).startsWith('-');
  const sum = sumIn({ sum: isLess ? String(facts.sum).slice(1) : facts.sum });
  if (!sum || typeof facts.reason !== 'string') return undefined;
  const title = formatText(isLess ? text.correctedLess : text.correctedMore, { sum });
  return { title, details: facts.reason, drawing: card };
}

/** A person was given access to the account, or lost it. */
function access(title: string, isBad?: true) {
  return ({ who }: Facts): Description | undefined =>
    typeof who === 'string'
      ? { title, details: who || text.somebody, drawing: user, ...(isBad && { isBad }) }
      : undefined;
}

const codeReasons: Readonly<Record<string, string>> = tableOf(text.codeReasons);

/** The code that adds the account to a cabinet was replaced. */
function codeRenewed({ reason }: Facts): Description {
  const why = typeof reason === 'string' && Object.hasOwn(codeReasons, reason) ? codeReasons[reason] : '';
  return { title: text.codeRenewed, details: why || text.codeOnBill, drawing: bill };
}

/** A step of the supplier with a violation act, with what is told of its sum and day. */
function act(title: string, detailsOf: (facts: Facts) => string | undefined) {
  return (facts: Facts): Description | undefined => {
    const details = detailsOf(facts);
    if (typeof facts.actNumber !== 'string' || details === undefined) return undefined;
    return {
      title: formatText(title, { number: facts.actNumber, sum: sumIn(facts) ?? '' }),
      details,
      drawing: bill,
    };
  };
}

const actDue = (words: string) => (facts: Facts) => {
  const [sum, due] = [sumIn(facts), dateIn(facts.dueOn)];
  return sum && due ? formatText(words, { sum, due }) : undefined;
};

function actAdvance({ advance }: Facts): string {
  const sum = sumIn({ sum: advance });
  const isSome = sum !== undefined && /[1-9]/.test(String(advance));
  return isSome ? formatText(text.actAdvance, { sum }) : text.actNothingPaid;
}

const describers: Readonly<Record<string, (facts: Facts) => Description | undefined>> = tableOf({
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
  'violationAct.billed': act(text.actBilled, actDue(text.actDue)),
  'violationAct.instalments': act(text.actPlanned, actDue(text.actNextPart)),
  'violationAct.cancelled': act(text.actCancelled, actAdvance),
  'payment.confirmed': payment(text.confirmed, moneyInTransit),
  'payment.landed': payment(text.landed, whatFor),
  'payment.failed': payment(text.failedPayment, () => text.notTaken, true),
  'payment.expired': payment(text.expiredPayment, () => text.notTaken, true),
  'payment.reversed': payment(text.reversedPayment, () => text.owedAgain, true),
  'payment.refunded': payment(text.refundedPayment, () => text.refundPending),
});

/**
 * The events as news. A kind without a text here, or without its facts, is left out: another billing back end may
 * send kinds that this cabinet does not know.
 */
export function newsOf(events: readonly AccountEvent[], maxCount: number): readonly News[] {
  return events
    .flatMap(({ eventId, kind, happenedAt, facts }) => {
      const description = Object.hasOwn(describers, kind) ? describers[kind]?.(facts) : undefined;
      return description ? [{ id: eventId, happenedAt, isBad: false, ...description }] : [];
    })
    .slice(0, maxCount);
}

const MAX_NEWS = 3;

/** The latest events of an account: bills, readings, payments. */
export function NewsPanel({ account }: { account: string }) {
  const title = useId();
  const query = useQuery(accountQuery(listEvents, account));
  return (
    <Card labelledBy={title} busy={query.isFetching}>
      <div className={styles.panel}>
        <Text as="h2" id={title} size="l">
          {text.title}
        </Text>
        <QueryPart
          query={query}
          failed={text.failed}
          skeleton={
            <div>
              <Skeleton />
              <Skeleton />
              <VisuallyHidden>{text.loading}</VisuallyHidden>
            </div>
          }
        >
          {({ events }) => <NewsList news={newsOf(events, MAX_NEWS)} />}
        </QueryPart>
      </div>
    </Card>
  );
}

function NewsList({ news }: { news: readonly News[] }) {
  if (news.length === 0) return <p className={styles.quiet}>{text.empty}</p>;
  return (
    <ul className={styles.news}>
      {news.map(({ id, happenedAt, title: what, details, drawing, isBad }) => (
        <li key={id} className={classes(styles.item, isBad && styles.bad)}>
          <span className={styles.mark}>
            <Icon drawing={drawing} />
          </span>
          <div className={styles.words}>
            <p className={styles.what}>{what}</p>
            <p className={styles.quiet}>{details}</p>
            <time dateTime={happenedAt} className={styles.quiet}>
              {showMoment(happenedAt)}
            </time>
          </div>
        </li>
      ))}
    </ul>
  );
}
