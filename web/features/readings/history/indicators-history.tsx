import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { exportReadings, listReadings, readingReceipt } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showDate, showKwh, showNumber } from '#web/lib/format.ts';
import { partsQuery } from '#web/lib/parts-query.ts';
import { PeriodButtons } from '#web/lib/period-buttons.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { FilterBar, type FilterField } from '#web/ui/filter-bar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { camera } from '#web/ui/icons.ts';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { NoRecords } from '#web/ui/no-records.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { ListHead, RecordTable } from '#web/ui/record-table.tsx';
import { selectWithAny } from '#web/ui/select-with-any.ts';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './indicators-history.module.css';
import { type ReadingFilter, readReadingFilter, sources, states } from './reading-filter.ts';
import { text } from './text.ts';

export type Row = OutputOf<typeof listReadings>['readings'][number];

/** A meter read at one moment: one value per register. */
interface WholeReading extends Omit<Row, 'zone' | 'value' | 'kwhSincePrevious' | 'state'> {
  readonly key: string;
  readonly registers: readonly Pick<Row, 'zone' | 'value' | 'kwhSincePrevious' | 'state'>[];
}

/** Joins the registers read together into one reading, in the order of the rows. */
export function wholeReadings(rows: readonly Row[]): readonly WholeReading[] {
  const byKey = new Map<string, WholeReading>();
  for (const { zone, value, kwhSincePrevious, state, ...row } of rows) {
    const key = [row.effectiveDate, row.submittedAt, row.meterSerial].join(' ');
    const register = { zone, value, kwhSincePrevious, state };
    const known = byKey.get(key);
    byKey.set(key, { ...(known ?? { ...row, key }), registers: [...(known?.registers ?? []), register] });
  }
  return [...byKey.values()];
}

/** Whether a reading has a receipt: the customer gave it, and it is accepted or being checked. */
function hasReceipt({ receiptNumber, registers }: WholeReading): boolean {
  return (
    receiptNumber !== null && registers.some(({ state }) => state === 'accepted' || state === 'underReview')
  );
}

/** Downloads the receipt of a reading as PDF. */
function ReceiptButton({ account, number }: { account: string; number: string }) {
  return (
    <DownloadButtons
      label={formatText(text.receiptName, { number })}
      labels={{ pdf: text.receiptPdf }}
      busyLabel={text.receiptBusy}
      download={() => downloadFile(readingReceipt, { account, receiptNumber: number })}
    />
  );
}

const tones: Record<Row['state'], StateTone> = {
  accepted: 'good',
  underReview: 'wait',
  rejected: 'bad',
  superseded: 'void',
};

/**
 * The columns of the reading list; registers are stacked. The meter column only for several meters, the receipt
 * column only when there is one.
 */
function readingColumns(
  account: string,
  hasSeveralMeters: boolean,
  readings: readonly WholeReading[],
): readonly Column<WholeReading>[] {
  const shownColumns = columns.filter(({ key }) => key !== 'meter' || hasSeveralMeters);
  return readings.some(hasReceipt) ? [...shownColumns, receiptColumn(account)] : shownColumns;
}

const receiptColumn = (account: string): Column<WholeReading> => ({
  key: 'receipt',
  title: text.receipt,
  cell: (reading) =>
    reading.receiptNumber !== null &&
    hasReceipt(reading) && <ReceiptButton account={account} number={reading.receiptNumber} />,
});

const columns: readonly Column<WholeReading>[] = [
  { key: 'date', title: text.date, cell: ({ effectiveDate }) => showDate(effectiveDate) },
  {
    key: 'meter',
    title: text.meter,
    cell: ({ meterSerial }) => formatText(text.meterNumber, { serial: meterSerial }),
  },
  {
    key: 'value',
    title: text.value,
    numeric: true,
    cell: ({ registers }) =>
      registers.map(({ zone, value, state }) => (
        <Line key={zone} zone={zone}>
          <span data-state={state}>{value}</span>
        </Line>
      )),
  },
  {
    key: 'used',
    title: text.used,
    numeric: true,
    cell: ({ registers }) =>
      registers.map(({ zone, kwhSincePrevious }) => (
        <span key={zone} className={styles.line}>
          {kwhSincePrevious === null ? <Unknown /> : showKwh(kwhSincePrevious)}
        </span>
      )),
  },
  {
    key: 'given',
    title: text.given,
    cell: ({ submittedAt, source }) => (
      <>
        {text.sources[source]}
        <span className={styles.moment}>{showDate(kyivDateOf(instantFromIso(submittedAt)))}</span>
      </>
    ),
  },
  { key: 'state', title: text.state, cell: (reading) => <States reading={reading} /> },
];

function Line({ zone, children }: { zone: Row['zone']; children: ReactNode }) {
  return (
    <span className={styles.line}>
      {text.zones[zone] && <span className={styles.zone}>{text.zones[zone]} </span>}
      {children}
    </span>
  );
}

function Unknown() {
  return (
    <>
      <span className={styles.quiet} aria-hidden="true">
        —
      </span>
      <VisuallyHidden>{text.usedUnknown}</VisuallyHidden>
    </>
  );
}

/** One state when all registers share it, else one for each; then the photo and the reason of a correction. */
function States({ reading: { registers, hasPhoto, reason } }: { reading: WholeReading }) {
  const shared = new Set(registers.map(({ state }) => state)).size === 1;
  return (
    <span className={styles.states}>
      {(shared ? registers.slice(0, 1) : registers).map(({ zone, state }) => (
        <span key={zone}>
          {!shared && <span className={styles.zone}>{text.zones[zone]} </span>}
          <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
        </span>
      ))}
      {hasPhoto && (
        <span className={styles.photo}>
          <Icon drawing={camera} size={16} />
          {text.photo}
        </span>
      )}
      {reason && <span className={styles.reason}>{formatText(text.reason, { reason })}</span>}
    </span>
  );
}

interface ReadingFilterBarProps {
  filter: ReadingFilter;
  /** Serial numbers of the account, once loaded. */
  meters: readonly string[];
  onFilter: (filter: ReadingFilter) => void;
}

/** Preset periods as buttons; days, source and state as fields; the meter where there are several. */
function ReadingFilterBar({ filter, meters, onFilter }: ReadingFilterBarProps) {
  const today = kyivDateOf(deviceNow());
  return (
    <FilterBar
      label={text.filter}
      applyLabel={text.apply}
      clearLabel={text.clear}
      foldLabel={text.conditions}
      onApply={(values) => onFilter(readReadingFilter({ ...filter, ...values }))}
      fields={fieldsOf(filter, meters)}
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

function fieldsOf(
  { from, to, source, state, meterSerial }: ReadingFilter,
  meters: readonly string[],
): readonly FilterField<keyof ReadingFilter>[] {
  // A meter in the URL that the account does not have is listed, so that it can be deselected.
  const serials = [...new Set([...meters, ...(meterSerial ? [meterSerial] : [])])];
  const meter = selectWithAny({
    name: 'meterSerial',
    label: text.meter,
    value: meterSerial,
    anyLabel: text.meterAny,
    choices: serials,
  });
  return [
    { kind: 'date', name: 'from', label: text.from, value: from },
    { kind: 'date', name: 'to', label: text.to, value: to },
    selectWithAny({
      name: 'source',
      label: text.source,
      value: source,
      anyLabel: text.sourceAny,
      choices: sources,
      labels: text.sourceChoices,
    }),
    selectWithAny({
      name: 'state',
      label: text.state,
      value: state,
      anyLabel: text.stateAny,
      choices: states,
      labels: text.stateChoices,
    }),
    ...(serials.length > 1 ? [meter] : []),
  ];
}

/** The server's limit of rows in one file; a reading has at most three. */
const maxReadings = 10_000 / 3;

interface ReadingFilesProps {
  account: string;
  filter: ReadingFilter;
  count: number;
}

/** The number of readings of the filter, and the export of the same rows. */
function ReadingFiles({ account, filter, count }: ReadingFilesProps) {
  const isOnline = useOnline();
  const hint = isOnline ? count > maxReadings && text.filesCut : text.filesWait;
  return (
    <ListHead
      name={text.found}
      figure={<MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />}
      hint={hint || undefined}
    >
      <DownloadButtons
        label={text.files}
        labels={text.formats}
        busyLabel={text.filesBusy}
        download={(format) => downloadFile(exportReadings, { account, ...filter, format })}
      />
    </ListHead>
  );
}

/** Rows per page: two years of one register, eight months of three. */
const PAGE_SIZE = 24;

interface IndicatorsHistoryProps {
  account: string;
  filter: ReadingFilter;
  onFilter: (filter: ReadingFilter) => void;
  /** The link to the reading form, for an empty history. */
  giveLink: ReactNode;
}

/** All readings of an account, by pages; use the account as the key. */
export function IndicatorsHistory(props: IndicatorsHistoryProps) {
  const query = useReadings(props.account, props.filter);
  const meters = query.data?.pages.at(-1)?.meters ?? [];
  return (
    <div className={styles.history}>
      <ReadingFilterBar filter={props.filter} meters={meters} onFilter={props.onFilter} />
      <Found query={query} {...props} />
    </div>
  );
}

function useReadings(account: string, filter: ReadingFilter) {
  return useInfiniteQuery(partsQuery(listReadings, account, { ...filter, limit: PAGE_SIZE }));
}

interface FoundProps extends IndicatorsHistoryProps {
  query: ReturnType<typeof useReadings>;
}

function Found({ query, account, filter, onFilter, giveLink }: FoundProps) {
  const { data, error, isFetching, refetch, isPlaceholderData } = query;
  const last = data?.pages.at(-1);
  if (!data || !last || (isPlaceholderData && error)) {
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
  const readings = wholeReadings(data.pages.flatMap((page) => page.readings));
  if (readings.length === 0) {
    return (
      <NoRecords
        isFiltered={Object.keys(filter).length > 0}
        words={text}
        onShowAll={() => onFilter({})}
        next={giveLink}
      />
    );
  }
  return (
    <>
      <ReadingFiles account={account} filter={filter} count={last.count} />
      <RecordTable
        className={styles.readings}
        stale={isPlaceholderData}
        caption={text.caption}
        captionHidden
        columns={readingColumns(account, last.meters.length > 1, readings)}
        rows={readings}
        rowKey={({ key }) => key}
      />
      <Pager
        count={formatText(text.shown, { shown: readings.length, n: last.count })}
        moreLabel={text.more}
        busyLabel={text.moreBusy}
        hasMore={query.hasNextPage}
        busy={query.isFetchingNextPage}
        failure={query.isFetchNextPageError && error ? failureOf(error).message : undefined}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}
