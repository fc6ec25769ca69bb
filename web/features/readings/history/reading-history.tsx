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

function Rows({ readings: all, account, help, openPeriod }: RowsProps) {
  const readings = readingsOf(all, MAX_ROWS);
  if (readings.length === 0) return <p className={styles.empty}>{text.historyEmpty}</p>;
  const hasSeveralMeters = new Set(readings.map(({ meterSerial }) => meterSerial)).size > 1;
  const closed = readings.filter(
    ({ state, period }) => state === 'accepted' && openPeriod !== undefined && period < openPeriod,
  );
  return (
    <>
      <DataTable
        caption={text.historyCaption}
        captionHidden
        columns={columns.filter(({ key }) => key !== 'meter' || hasSeveralMeters)}
        rows={readings}
        rowKey={({ key }) => key}
      />
      {closed.length > 0 && (
        <Suspense>
          <ClosedMonths account={account} readings={closed} help={help} />
        </Suspense>
      )}
    </>
  );
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
    cell: ({ state, source, reason, hasPhoto }) => (
      <>
        <span data-state={state}>
          {[text.states[state], text.sources[source], ...(hasPhoto ? [text.withPhoto] : [])].join(' · ')}
        </span>
        {reason && <span className={styles.reason}>{formatText(text.historyReason, { reason })}</span>}
      </>
    ),
  },
];
