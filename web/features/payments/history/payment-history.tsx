import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { paymentSearch } from '#contract/pages.ts';
import { exportPayments, listPayments } from '#contract/payments/payments.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { isSomeMoney, showDate, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { partsQuery } from '#web/lib/query/parts-query.ts';
import { text as names } from '#web/lib/text.ts';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './payment-history.module.css';
import { text } from './text.ts';

/** The filter of the payment list; it is in the URL. */
type PaymentFilter = SearchOf<typeof paymentSearch>;

type Page = OutputOf<typeof listPayments>;
type Payment = Page['payments'][number] & {
  /** What it settled; undefined: nothing of it counts for energy, or it was not asked for. */
  readonly settled: NonNullable<Page['settled']>[number] | undefined;
};

/** Whose payments are listed. */
interface PaymentsOf {
  readonly account: string;
  /** With what each settled. */
  readonly hasSettled: boolean;
}

/** What a payment settled by months, and what of it is ahead; a single part is the payment itself. */
function Settled({ settles, advance }: NonNullable<Payment['settled']>) {
  const parts = settles.map(({ period, sum }) => ({ key: period, name: showPeriod(period), sum }));
  if (isSomeMoney(advance)) parts.push({ key: 'advance', name: text.advance, sum: advance });
  return parts.map(({ key, name, sum }) => (
    <span key={key} className={styles.settled}>
      {name} {parts.length > 1 && <span>{showSum(sum)}</span>}
    </span>
  ));
}

const tones: Record<Payment['state'], StateTone> = {
  started: 'note',
  sent: 'note',
  confirmed: 'wait',
  landed: 'good',
  matched: 'good',
  failed: 'bad',
  expired: 'void',
  reversed: 'void',
  refunded: 'void',
};

/** Started and never paid: collapsed and not counted. */
function isAbandoned({ state }: Payment): boolean {
  return state === 'expired';
}

/** A paid act can't be paid again; a payment in progress has no result yet. */
function canRepeat({ state, actNumber }: Payment): boolean {
  if (state === 'started' || state === 'sent') return false;
  return actNumber === null || tones[state] === 'bad' || tones[state] === 'void';
}

/** The columns of the payment list. `linkTo` links to the payment, `againTo` to the form that repeats it. */
function paymentColumns(
  linkTo: (paymentId: string, words: ReactNode) => ReactNode,
  againTo: (paymentId: string, words: ReactNode) => ReactNode,
  hasSettled: boolean,
): readonly Column<Payment>[] {
  return [
    {
      key: 'date',
      title: text.date,
      cell: ({ paymentId, startedAt }) => linkTo(paymentId, showDate(kyivDateOf(instantFromIso(startedAt)))),
    },
    {
      key: 'purpose',
      title: text.purpose,
      cell: ({ purpose, actNumber }) =>
        actNumber === null
          ? text.purposes[purpose]
          : `${text.purposes[purpose]} ${formatText(text.actNumber, { number: actNumber })}`,
    },
    ...(hasSettled
      ? [
          {
            key: 'settled',
            title: text.settled,
            cell: ({ settled }: Payment) => settled && <Settled {...settled} />,
          },
        ]
      : []),
    {
      key: 'provider',
      title: text.provider,
      cell: ({ provider }) => providerName(provider),
    },
    {
      key: 'state',
      title: text.state,
      cell: ({ state, expectedOn }) => (
        <span className={styles.state}>
          <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
          {state === 'confirmed' && expectedOn !== null && (
            <span className={styles.until}>{formatText(text.until, { date: showDate(expectedOn) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'sum',
      title: text.sum,
      numeric: true,
      cell: ({ sum, state }) => (
        <span data-void={tones[state] === 'void' || tones[state] === 'bad'}>{showSum(sum)}</span>
      ),
    },
    {
      key: 'again',
      title: text.again,
      cell: (payment) =>
        canRepeat(payment) &&
        againTo(
          payment.paymentId,
          <>
            {text.repeat}
            <VisuallyHidden>
              {' '}
              {showDate(kyivDateOf(instantFromIso(payment.startedAt)))}, {showSum(payment.sum)}
            </VisuallyHidden>
          </>,
        ),
    },
  ];
}

const filterFields = ({
  from,
  to,
  purpose,
  state,
}: PaymentFilter): readonly FilterField<keyof PaymentFilter>[] => [
  { kind: 'date', name: 'from', label: text.from, value: from, max: kyivDateOf(deviceNow()) },
  { kind: 'date', name: 'to', label: text.to, value: to },
  selectWithAny({
    name: 'purpose',
    label: text.purpose,
    value: purpose,
    anyLabel: text.purposeAny,
    choices: paymentSearch.purpose,
    labels: text.purposes,
  }),
  selectWithAny({
    name: 'state',
    label: text.state,
    value: state,
    anyLabel: text.stateAny,
    choices: paymentSearch.state,
    labels: text.stateChoices,
  }),
];

const payments = defineList({
  query: ({ account, hasSettled }: PaymentsOf, filter: PaymentFilter) =>
    partsQuery(listPayments, account, { ...filter, ...(hasSettled && { withSettled: true }) }),
  words: text,
  caption: () => text.caption,
  empty: text,
  rows: (pages): readonly Payment[] =>
    pages.flatMap(({ payments, settled = [] }) => {
      const settledBy = new Map(settled.map((one) => [one.paymentId, one]));
      return payments.map((payment) => ({ ...payment, settled: settledBy.get(payment.paymentId) }));
    }),
  rowKey: ({ paymentId }) => paymentId,
  listed: ({ totals }) => totals.listed,
  filter: {
    label: text.filter,
    foldLabel: text.conditions,
    fields: filterFields,
    read: (values) => readSearch(paymentSearch, values),
    hasPeriods: true,
  },
  head: ({ totals }, { state }) => {
    const count = formatText(text.count, { n: state === 'failed' ? totals.listed : totals.count });
    if (state === 'failed') return { name: text.found, figure: count };
    return {
      name: state === 'inTransit' ? text.sumInTransit : text.sumPaid,
      figure: <MoneyFigure sum={showMoney(totals.sum)} unit={names.hryvnia} size="l" />,
      note: count,
    };
  },
  file: {
    label: text.files,
    download: ({ account }, filter, format) => downloadFile(exportPayments, { account, ...filter, format }),
    cut: { maxRows: 10_000, words: text.filesCut },
  },
  folded: {
    isFolded: isAbandoned,
    summary: (n) => formatText(text.abandoned, { n }),
    caption: text.abandonedCaption,
  },
});

interface PaymentHistoryProps {
  account: string;
  filter: PaymentFilter;
  onFilter: (filter: PaymentFilter) => void;
  /** Wraps words in a link to a payment. */
  linkTo: (paymentId: string, words: ReactNode) => ReactNode;
  /** Wraps words in a link to the form that repeats the payment. */
  againTo: (paymentId: string, words: ReactNode) => ReactNode;
  /** The link to the payment form, for an empty history. */
  payLink: ReactNode;
  /** Has a column of what each payment settled. */
  hasSettled?: boolean;
}

/** All payments of an account, by pages; use the account as the key. */
export function PaymentHistory({
  account,
  linkTo,
  againTo,
  payLink,
  hasSettled = false,
  ...filter
}: PaymentHistoryProps) {
  return (
    <RecordList
      {...filter}
      list={payments}
      context={{ account, hasSettled }}
      className={styles.history}
      view={{ className: styles.payments, columns: () => paymentColumns(linkTo, againTo, hasSettled) }}
      next={payLink}
    />
  );
}
