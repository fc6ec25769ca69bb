import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { historyQuery } from '../api.ts';
import { text } from '../text.ts';
import { type ReadingOfMeter, readingsOf } from './history-rows.ts';
import styles from './reading-history.module.css';

const MAX_ROWS = 12;
/** Rows above the link to all readings. */
const LAST_ROWS = 3;

// Rarely used, and collapsed at first.
const ClosedMonths = lazy(() =>
  import('./closed-months.tsx').then((module) => ({ default: module.ClosedMonths })),
);

interface ReadingHistoryProps {
  account: string;
  /** Other contacts of the supplier. */
  help: ReactNode;
  /** The period that readings are taken for; undefined while unknown. */
  openPeriod: string | undefined;
  /** The link to all readings; without it more rows are shown. */
  all?: ReactNode;
  /** When false, its place is held and nothing is asked for: what stands above comes first. */
  isDue?: boolean;
}

/** The last readings of an account as a table, with its own failure state. */
export function ReadingHistory(props: ReadingHistoryProps) {
  const { account, isDue = true } = props;
  const titleId = useId();
  const query = useQuery({ ...historyQuery(account), enabled: isDue });
  return (
    <section className={styles.history} aria-labelledby={titleId}>
      <h2 id={titleId}>{text.historyTitle}</h2>
      <QueryPart
        query={query}
        failed={text.historyFailed}
        skeleton={
          <div aria-busy="true">
            <VisuallyHidden>{text.historyLoading}</VisuallyHidden>
            <Skeleton shape="tile" />
          </div>
        }
      >
        {({ readings }) => <Rows {...props} readings={readings} />}
      </QueryPart>
    </section>
  );
}

interface RowsProps extends ReadingHistoryProps {
  readings: Parameters<typeof readingsOf>[0];
}

function Rows({ readings: found, account, help, openPeriod, all }: RowsProps) {
  const readings = readingsOf(found, MAX_ROWS);
  if (readings.length === 0) return <p className={styles.empty}>{text.historyEmpty}</p>;
  const rows = all ? readings.slice(0, LAST_ROWS) : readings;
  const hasSeveralMeters = new Set(rows.map(({ meterSerial }) => meterSerial)).size > 1;
  const hasUnusual = rows.some((row) => stateWords(row) !== '' || row.reason);
  const closed = readings.filter(
    ({ state, period }) => state === 'accepted' && openPeriod !== undefined && period < openPeriod,
  );
  const hidden = [...(hasSeveralMeters ? [] : ['meter']), ...(hasUnusual ? [] : ['state'])];
  return (
    <>
      <DataTable
        caption={text.historyCaption}
        captionHidden
        columns={columns.filter(({ key }) => !hidden.includes(key))}
        rows={rows}
        rowKey={({ key }) => key}
      />
      {all && <div>{all}</div>}
      {closed.length > 0 && (
        <Suspense>
          <ClosedMonths account={account} readings={closed} help={help} />
        </Suspense>
      )}
    </>
  );
}

/** How a reading differs from one that the customer gave and that was accepted: "на перевірці · з фото". */
function stateWords({ state, source, hasPhoto }: ReadingOfMeter): string {
  return [
    state !== 'accepted' && text.states[state],
    source !== 'customer' && text.sources[source],
    hasPhoto && text.withPhoto,
  ]
    .filter(Boolean)
    .join(' · ');
}

const columns: readonly Column<ReadingOfMeter>[] = [
  { key: 'date', title: text.historyDate, cell: ({ effectiveDate }) => showDate(effectiveDate) },
  { key: 'meter', title: text.historyMeter, cell: ({ meterSerial }) => meterSerial },
  {
    key: 'values',
    title: text.historyValue,
    numeric: true,
    cell: ({ values }) =>
      values.map(({ zone, value }) => (
        <span key={zone} className={styles.value}>
          {zone !== 'single' && <span className={styles.zone}>{text.zonesInBill[zone]}</span>}
          {value}
        </span>
      )),
  },
  {
    key: 'state',
    title: text.historyState,
    cell: (reading) => (
      <>
        <span data-state={reading.state}>{stateWords(reading)}</span>
        {reading.reason && (
          <span className={styles.reason}>{formatText(text.historyReason, { reason: reading.reason })}</span>
        )}
      </>
    ),
  },
];
