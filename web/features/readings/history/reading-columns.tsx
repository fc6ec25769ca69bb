import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { readingReceipt } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showDate, showKwh } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { camera } from '#web/ui/icons.ts';
import { StateMark, type StateTone } from '#web/ui/state-mark.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './indicators-history.module.css';
import { text } from './text.ts';
import type { Row, WholeReading } from './whole-readings.ts';

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
export function readingColumns(
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
