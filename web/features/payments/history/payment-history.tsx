import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { exportPayments, listPayments } from '#contract/payments/payments.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showDate, showMoney, showSum } from '#web/lib/format.ts';
import { partsQuery } from '#web/lib/parts-query.ts';
import { PeriodButtons } from '#web/lib/period-buttons.tsx';
import { providerName } from '#web/lib/provider-text.ts';
import { text as names } from '#web/lib/text.ts';
import { useOnline } from '#web/lib/use-online.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { NoRecords } from '#web/ui/no-records.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { ListHead, RecordTable } from '#web/ui/record-table.tsx';
import { selectWithAny } from '#web/ui/select-with-any.ts';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { type PaymentFilter, purposes, readPaymentFilter, states } from './payment-filter.ts';
import styles from './payment-history.module.css';
import { text } from './text.ts';

type Payment = OutputOf<typeof listPayments>['payments'][number];

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
function isAbandoned({ state }: Pick<Payment, 'state'>): boolean {
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

interface PaymentFilterBarProps {
  filter: PaymentFilter;
  onFilter: (filter: PaymentFilter) => void;
}

/** Preset periods as buttons; days, purpose and state as fields. */
function PaymentFilterBar({ filter, onFilter }: PaymentFilterBarProps) {
  const today = kyivDateOf(deviceNow());
  const { from, to, purpose, state } = filter;
  return (
    <FilterBar
      label={text.filter}
      applyLabel={text.apply}
      clearLabel={text.clear}
      foldLabel={text.conditions}
      onApply={(values) => onFilter(readPaymentFilter(values))}
      fields={[
        { kind: 'date', name: 'from', label: text.from, value: from, max: today },
        { kind: 'date', name: 'to', label: text.to, value: to },
        selectWithAny({
          name: 'purpose',
          label: text.purpose,
          value: purpose,
          anyLabel: text.purposeAny,
          choices: purposes,
          labels: text.purposes,
        }),
        selectWithAny({
          name: 'state',
          label: text.state,
          value: state,
          anyLabel: text.stateAny,
          choices: states,
          labels: text.stateChoices,
        }),
      ]}
    >
      <PeriodButtons
        label={text.period}
        names={text.periods}
        filter={filter}
        today={today}
        onFilter={onFilter}
      />
    </FilterBar>
  );
}

/** The server's limit of rows in one file. */
const maxRows = 10_000;

interface PaymentTotalsProps {
  account: string;
  filter: PaymentFilter;
  totals: OutputOf<typeof listPayments>['totals'];
}

/** The totals of the filter, and the export of the same rows. */
function PaymentTotals({ account, filter, totals }: PaymentTotalsProps) {
  const isOnline = useOnline();
  const count = formatText(text.count, { n: filter.state === 'failed' ? totals.listed : totals.count });
  const hint = isOnline ? totals.listed > maxRows && text.filesCut : text.filesWait;
  return (
    <ListHead
      {...(filter.state === 'failed'
        ? { name: text.found, figure: count }
        : {
            name: filter.state === 'inTransit' ? text.sumInTransit : text.sumPaid,
            figure: <MoneyFigure sum={showMoney(totals.sum)} unit={names.hryvnia} size="l" />,
            note: count,
          })}
      hint={hint || undefined}
    >
      <DownloadButtons
        label={text.files}
        labels={text.formats}
        busyLabel={text.filesBusy}
        download={(format) => downloadFile(exportPayments, { account, ...filter, format })}
      />
    </ListHead>
  );
}

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
}

/** All payments of an account, by pages; use the account as the key. */
export function PaymentHistory(props: PaymentHistoryProps) {
  return (
    <div className={styles.history}>
      <PaymentFilterBar filter={props.filter} onFilter={props.onFilter} />
      <Found {...props} />
    </div>
  );
}

function Found({ account, filter, onFilter, linkTo, againTo, payLink }: PaymentHistoryProps) {
  const query = useInfiniteQuery(partsQuery(listPayments, account, { ...filter }));
  const { data, error, isFetching, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const totals = data?.pages.at(-1)?.totals;
  if (!data || !totals || (isPlaceholderData && error)) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsSkeleton label={text.loading} />
    );
  }
  const payments = data.pages.flatMap((page) => page.payments);
  if (payments.length === 0) {
    return (
      <NoRecords
        isFiltered={Object.keys(filter).length > 0}
        words={text}
        onShowAll={() => onFilter({})}
        next={payLink}
      />
    );
  }
  const columns = paymentColumns(linkTo, againTo);
  const abandoned = payments.filter(isAbandoned);
  const finished = payments.filter((payment) => !isAbandoned(payment));
  return (
    <>
      <PaymentTotals account={account} filter={filter} totals={totals} />
      {finished.length > 0 && (
        <RecordTable
          className={styles.payments}
          stale={isPlaceholderData}
          caption={text.caption}
          captionHidden
          columns={columns}
          rows={finished}
          rowKey={({ paymentId }) => paymentId}
        />
      )}
      {abandoned.length > 0 && (
        <Disclosure summary={formatText(text.abandoned, { n: abandoned.length })}>
          <RecordTable
            className={styles.payments}
            stale={isPlaceholderData}
            caption={text.abandonedCaption}
            captionHidden
            columns={columns}
            rows={abandoned}
            rowKey={({ paymentId }) => paymentId}
          />
        </Disclosure>
      )}
      <Pager
        count={formatText(text.shown, { shown: payments.length, n: totals.listed })}
        moreLabel={text.more}
        busyLabel={text.moreBusy}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        failure={query.isFetchNextPageError && error ? failureOf(error).message : undefined}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
