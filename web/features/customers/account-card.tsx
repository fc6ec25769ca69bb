import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { listLedger } from '#contract/ledger.ts';
import { listMasterData } from '#contract/master-data.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { showDate, showMoment, showMoney, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
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
              <FactLines
                lines={points.map(({ eicCode, contractedPowerWatts, pointState }) =>
                  [
                    formatText(words.point, { eic: eicCode, power: showNumber(contractedPowerWatts / 1000) }),
                    ...(pointState === 'active' ? [] : [words.pointStates[pointState]]),
                  ].join(', '),
                )}
              />
            </Fact>
            <Fact name={words.meters}>
              <FactLines
                lines={meters.map(({ serialNumber, zoneScheme, removedOn }) =>
                  removedOn === null
                    ? `${serialNumber}, ${words.schemes[zoneScheme]}`
                    : formatText(words.removed, { serial: serialNumber, day: showDate(removedOn) }),
                )}
              />
            </Fact>
          </dl>
        </Stack>
      )}
    </QueryPart>
  );
}

/** So many lines of a fact are shown; the others of a chain of shops are folded. */
const maxLines = 4;

function FactLines({ lines }: { lines: readonly string[] }) {
  const show = (line: string) => (
    <span key={line} className={styles.person}>
      {line}
    </span>
  );
  const isLong = lines.length > maxLines + 1;
  const rest = isLong ? lines.slice(maxLines) : [];
  return (
    <>
      {(isLong ? lines.slice(0, maxLines) : lines).map(show)}
      {lines.length === 0 && text.nothing}
      {isLong && (
        <Disclosure summary={formatText(words.moreLines, { n: rest.length })}>{rest.map(show)}</Disclosure>
      )}
    </>
  );
}

type Ledger = OutputOf<typeof listLedger>;
type Entry = Ledger['entries'][number];

/** Read anew when the debt was corrected. */
export const accountLedgerQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: ['accountLedger', account] as readonly unknown[],
    queryFn: ({ signal, pageParam }) =>
      queryApi(listLedger, { account, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Ledger) => next ?? undefined,
  });

const ledgerList = defineList({
  query: accountLedgerQuery,
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

/** Balance and entries of the ledger of an account, newest first. */
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
