import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showNumber } from '#web/lib/format.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './calculation-tables.module.css';
import type { MeasuredRegister } from './calculation-types.ts';
import { text } from './text.ts';

/** What each register has counted, as its window shows it, and how that is known. */
export function CalculationRegisters({ registers }: { registers: readonly MeasuredRegister[] }) {
  return (
    <DataTable
      caption={text.registersCaption}
      captionHidden
      rows={registers}
      rowKey={({ meterSerial, zone }) => `${meterSerial} ${zone}`}
      columns={columns}
    />
  );
}

const windowOf = (value: number, { digitCapacity }: MeasuredRegister) =>
  String(value).padStart(digitCapacity, '0');

/** "01.11–20.11, за середнім". */
function howKnown({ basis, from, to }: MeasuredRegister): string {
  const day = (date: string) => showDate(date).slice(0, 5);
  return formatText(text.how[basis], { span: formatText(text.span, { from: day(from), to: day(to) }) });
}

const columns: readonly Column<MeasuredRegister>[] = [
  {
    key: 'meter',
    title: text.colMeter,
    cell: (register) => (
      <>
        {[`№\u00a0${register.meterSerial}`, text.zones[register.zone]].filter(Boolean).join(', ')}
        <span className={styles.detail}>{howKnown(register)}</span>
      </>
    ),
  },
  {
    key: 'values',
    title: text.colValues,
    cell: (register) => (
      <>
        <span className={styles.value}>{windowOf(register.openingValue, register)}</span>{' '}
        <span className={styles.value}>
          → {register.value === null ? text.noValue : windowOf(register.value, register)}
        </span>
      </>
    ),
  },
  { key: 'kwh', title: text.colKwh, numeric: true, cell: ({ kwh }) => showNumber(kwh) },
];
