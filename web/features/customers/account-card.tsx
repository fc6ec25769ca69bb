import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OutputOf } from '#contract/define-call.ts';
import { listLedger } from '#contract/ledger.ts';
import { listMasterData } from '#contract/master-data.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { findPayments } from '#contract/payments/admin-payments.ts';
import { queryApi } from '#web/lib/api.ts';
import { showDate, showMoment, showMoney, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { Fact } from './customer-card.tsx';
import styles from './customers.module.css';
import { text } from './text.ts';

const { account: words } = text;
const noFilter = {};

/** What an account is, by the master data; the section of responsible persons is of it too. */
export const accountFactsQuery = (account: string) =>
  queryOptions({
    queryKey: ['accountFacts', account] as const,
    queryFn: ({ signal }) => queryApi(listMasterData, { account }, { signal }),
  });

/** Holder, address, tariff, points and meters of an account. */
export function AccountFacts({ account }: { account: string }) {
  const query = useQuery(accountFactsQuery(account));
  return (
    <QueryPart
      query={query}
      failed={words.failed}
      skeleton={<RowsSkeleton label={words.loading} rows={4} />}
      refused={({ code, issues }) =>
        (code === 'common.notFound' || issues.length > 0) && (
          <Notice kind="info" live="status">
            {words.unknown}
          </Notice>
        )
      }
    >
      {({ holder, address, tariffCode, tariffs, contractEndedOn, points, meters }) => (
        <Stack gap="3">
          <Stack gap="05">
            <Text as="h2" size="l">
              {holder.name || account}
            </Text>
            <Text tone="quiet" isNumeric>
              {formatText(words.numbers, { account, code: holder.customerCode })}
            </Text>
            <Text>{address}</Text>
          </Stack>
          <dl className={styles.facts}>
            <Fact name={words.tariff}>
              {tariffs.find((tariff) => tariff.tariffCode === tariffCode)?.title ?? tariffCode}
            </Fact>
            <Fact name={words.contract}>
              {contractEndedOn === null
                ? words.inForce
                : formatText(words.endedOn, { day: showDate(contractEndedOn) })}
            </Fact>
            <Fact name={words.points}>
              {points.map(({ eicCode, contractedPowerWatts, pointState }) => (
                <span key={eicCode} className={styles.person}>
                  {formatText(words.point, { eic: eicCode, power: showNumber(contractedPowerWatts / 1000) })}
                  {pointState !== 'active' && `, ${words.pointStates[pointState]}`}
                </span>
              ))}
              {points.length === 0 && text.nothing}
            </Fact>
            <Fact name={words.meters}>
              {meters.map(({ serialNumber, zoneScheme, removedOn }) => (
                <span key={serialNumber} className={styles.person}>
                  {removedOn === null
                    ? `${serialNumber}, ${words.schemes[zoneScheme]}`
                    : formatText(words.removed, { serial: serialNumber, day: showDate(removedOn) })}
                </span>
              ))}
              {meters.length === 0 && text.nothing}
            </Fact>
          </dl>
        </Stack>
      )}
    </QueryPart>
  );
}

type Ledger = OutputOf<typeof listLedger>;
type Entry = Ledger['entries'][number];

/** Read anew when the debt was corrected. */
export const accountLedgerQuery = (account: string) =>
  queryOptions({
    queryKey: ['accountLedger', account] as readonly unknown[],
    queryFn: ({ signal }) => queryApi(listLedger, { account }, { signal }),
  });

const ledgerList = defineList({
  whole: accountLedgerQuery,
  words: words.ledger,
  caption: () => words.part.ledger,
  empty: () => <Notice kind="info">{words.ledger.empty}</Notice>,
  rows: (pages) => pages.flatMap(({ entries }) => entries),
  rowKey: ({ entryId }: Entry) => entryId,
  head: ({ balance }: Ledger) => ({
    name: balance.startsWith('-') ? words.ledger.overpaid : words.ledger.debt,
    figure: <MoneyFigure sum={showMoney(balance.replace('-', ''))} unit={words.ledger.hryvnia} size="l" />,
  }),
});

const ledgerColumns = (onReverse: AccountLedgerProps['onReverse']): readonly Column<Entry>[] => [
  { key: 'kind', title: words.ledger.what, cell: ({ kind }) => words.ledger.kinds[kind] },
  {
    key: 'sum',
    title: words.ledger.sum,
    numeric: true,
    isMain: true,
    cell: ({ sum, isReversed }) => (isReversed ? <del>{showMoney(sum)}</del> : showMoney(sum)),
  },
  { key: 'period', title: words.ledger.period, cell: ({ period }) => showPeriod(period) },
  { key: 'at', title: words.ledger.at, cell: ({ postedAt }) => showMoment(postedAt) },
  { key: 'reason', title: text.reason, cell: ({ reason }) => reason },
  ...(onReverse
    ? [
        {
          key: 'act',
          title: words.ledger.act,
          cell: (entry: Entry) =>
            entry.canReverse && (
              <Button
                kind="plain"
                aria-label={formatText(words.ledger.reverseOf, {
                  what: words.ledger.kinds[entry.kind],
                  period: showPeriod(entry.period),
                  sum: showSum(entry.sum),
                })}
                onClick={() => onReverse(entry)}
              >
                {words.ledger.reverse}
              </Button>
            ),
          isBlank: ({ canReverse }: Entry) => !canReverse,
        },
      ]
    : []),
];

interface AccountLedgerProps {
  account: string;
  /** Asks to take an entry back; undefined: who looks may not. */
  onReverse: ((entry: Entry) => void) | undefined;
}

/** Balance and the newest entries of the ledger of an account. */
export function AccountLedger({ account, onReverse }: AccountLedgerProps) {
  return (
    <RecordList
      list={ledgerList}
      context={account}
      filter={noFilter}
      gap="2"
      view={{ className: styles.accounts, columns: () => ledgerColumns(onReverse) }}
    />
  );
}

type Payments = OutputOf<typeof findPayments>;
type Found = Payments['payments'][number];

const paymentList = defineList({
  whole: (account: string) =>
    queryOptions({
      queryKey: ['accountPayments', account] as readonly unknown[],
      queryFn: ({ signal }) => queryApi(findPayments, { query: account }, { signal }),
    }),
  words: words.payments,
  caption: () => words.part.payments,
  empty: () => <Notice kind="info">{words.payments.empty}</Notice>,
  rows: (pages) => pages.flatMap(({ payments }) => payments),
  rowKey: ({ payment }: Found) => payment.paymentId,
});

const settled: readonly string[] = ['confirmed', 'landed', 'matched'];

const paymentColumns: readonly Column<Found>[] = [
  {
    key: 'order',
    title: words.payments.order,
    cell: ({ payment: { orderId } }) => (
      <Link to="/cabinet/admin/payments" search={{ q: orderId }}>
        {orderId}
      </Link>
    ),
  },
  {
    key: 'sum',
    title: words.ledger.sum,
    numeric: true,
    isMain: true,
    cell: ({ payment }) => showSum(payment.sum),
  },
  { key: 'at', title: words.ledger.at, cell: ({ payment }) => showMoment(payment.startedAt) },
  {
    key: 'state',
    title: text.conversations.state,
    cell: ({ payment: { state } }) =>
      settled.includes(state) ? (
        <StateMark tone="good">{words.payments.done}</StateMark>
      ) : (
        <StateMark tone="wait">{words.payments.notDone}</StateMark>
      ),
  },
];

/** The newest payments of an account; each leads to its way and its refund. */
export function AccountPayments({ account }: { account: string }) {
  return (
    <RecordList
      list={paymentList}
      context={account}
      filter={noFilter}
      view={{ className: styles.accounts, columns: () => paymentColumns }}
    />
  );
}
