import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { readingSearch } from '#contract/pages.ts';
import { exportReadings, listReadings, readingReceipt } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showDate, showKwh, showNumber } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { partsQuery } from '#web/lib/query/parts-query.ts';
import { camera } from '#web/ui/cabinet-icons.ts';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './indicators-history.module.css';
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

/** What an operator did with a reading, and the next step. */
function reviewWords({ state, dueOn, reason }: NonNullable<Row['review']>): string {
  return formatText(text.reviews[state], { date: showDate(dueOn), reason });
}

/** One state when all registers share it, else one for each; then the photo and the reason of a correction. */
function States({ reading: { registers, hasPhoto, reason, review } }: { reading: WholeReading }) {
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
      {review && <span className={styles.reason}>{reviewWords(review)}</span>}
    </span>
  );
}

/** The filter of the reading list; it is in the URL. */
type ReadingFilter = SearchOf<typeof readingSearch>;

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
      choices: readingSearch.source,
      labels: text.sourceChoices,
    }),
    selectWithAny({
      name: 'state',
      label: text.state,
      value: state,
      anyLabel: text.stateAny,
      choices: readingSearch.state,
      labels: text.stateChoices,
    }),
    ...(serials.length > 1 ? [meter] : []),
  ];
}

/** Rows per page: two years of one register, eight months of three. */
const PAGE_SIZE = 24;
/** The server's limit of rows in one file; a reading has at most three. */
const maxReadings = 10_000 / 3;

const readingList = defineList({
  query: (account: string, filter: ReadingFilter) =>
    partsQuery(listReadings, account, { ...filter, limit: PAGE_SIZE }),
  words: text,
  caption: () => text.caption,
  empty: text,
  rows: (pages) => wholeReadings(pages.flatMap((page) => page.readings)),
  rowKey: ({ key }) => key,
  listed: ({ count }) => count,
  filter: {
    label: text.filter,
    foldLabel: text.conditions,
    fields: (filter, last) => fieldsOf(filter, last?.meters ?? []),
    // A meter that has no field stays.
    read: (values, filter) => readSearch(readingSearch, { ...filter, ...values }),
    hasPeriods: true,
  },
  head: ({ count }) => ({
    name: text.found,
    figure: <MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />,
  }),
  file: {
    label: text.files,
    download: (account, filter, format) => downloadFile(exportReadings, { account, ...filter, format }),
    cut: { maxRows: maxReadings, words: text.filesCut },
  },
});

interface IndicatorsHistoryProps {
  account: string;
  filter: ReadingFilter;
  onFilter: (filter: ReadingFilter) => void;
  /** The link to the reading form, for an empty history. */
  giveLink: ReactNode;
}

/** All readings of an account, by pages; use the account as the key. */
export function IndicatorsHistory({ account, giveLink, ...filter }: IndicatorsHistoryProps) {
  return (
    <RecordList
      {...filter}
      list={readingList}
      context={account}
      className={styles.history}
      view={{
        className: styles.readings,
        columns: ({ meters }, readings) => readingColumns(account, meters.length > 1, readings),
      }}
      next={giveLink}
    />
  );
}
