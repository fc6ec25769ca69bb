import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import styles from './bill-meters.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

type MeterRow = BillData['meters'][number];

/** The values of each register, their source and the consumption. A coefficient of 1 is left out. */
export function BillMeters({ meters }: { meters: BillData['meters'] }) {
  const hasCoefficient = meters.some(({ coefficient }) => coefficient !== 1);
  return (
    <RecordTable
      className={styles.meters}
      caption={text.metersCaption}
      captionHidden
      rows={meters}
      rowKey={({ serialNumber, zone, previousValue }) => `${serialNumber} ${zone} ${previousValue}`}
      columns={columns.filter(({ key }) => key !== 'coefficient' || hasCoefficient)}
    />
  );
}

const windowOf = (value: number, { digitCapacity }: MeterRow) => String(value).padStart(digitCapacity, '0');

/** The day of a value and its source. */
function sourceOf(day: string, source: MeterRow['currentSource']): string {
  return `${showDate(day).slice(0, 5)}\u00a0·\u00a0${text.sources[source]}`;
}

const columns: readonly Column<MeterRow>[] = [
  {
    key: 'meter',
    title: text.colMeter,
    cell: ({ serialNumber, zone, basis, meterType, digitCapacity }) => (
      <>
        {[`№\u00a0${serialNumber}`, text.zones[zone]].filter(Boolean).join(', ')}
        <span className={styles.detail}>
          {formatText(text.meterType, { type: meterType, digits: String(digitCapacity) })}
        </span>
        <span className={styles.detail}>{text.basis[basis]}</span>
      </>
    ),
  },
  {
    key: 'values',
    title: text.colValues,
    cell: (meter) => (
      <>
        <span className={styles.value}>{windowOf(meter.previousValue, meter)}</span>{' '}
        <span className={styles.value}>→ {windowOf(meter.currentValue, meter)}</span>
        <span className={styles.detail}>{sourceOf(meter.previousOn, meter.previousSource)}</span>
        <span className={styles.detail}>{sourceOf(meter.currentOn, meter.currentSource)}</span>
      </>
    ),
  },
  {
    key: 'coefficient',
    title: text.colCoefficient,
    numeric: true,
    cell: ({ coefficient }) => (
      <>
        <span className={styles.unit}>{`${text.colCoefficient} `}</span>
        {coefficient}
      </>
    ),
  },
  {
    key: 'kwh',
    title: text.kwh,
    numeric: true,
    cell: ({ kwh }) => (
      <>
        {showNumber(kwh)}
        <span className={styles.unit}>{`\u00a0${text.kwh}`}</span>
      </>
    ),
  },
];
