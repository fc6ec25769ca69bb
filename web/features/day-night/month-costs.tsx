import type { DayNightCost } from '#domain/charges/day-night.ts';
import { formatMoney } from '#domain/money.ts';
import { showNumber, showPeriod } from '#web/lib/format.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { RecordTable } from '#web/ui/record-table.tsx';
import styles from './month-costs.module.css';
import type { NightMonth } from './night-months.ts';
import { text } from './text.ts';

interface MonthCostsProps {
  costs: readonly DayNightCost[];
  months: readonly NightMonth[];
}

/** Every month with both meters beside each other, the latest first. */
export function MonthCosts({ costs, months }: MonthCostsProps) {
  const estimated = new Set(months.flatMap(({ period, isEstimated }) => (isEstimated ? [period] : [])));
  const columns: Column<DayNightCost>[] = [
    {
      key: 'month',
      title: text.monthColumn,
      cell: ({ period }) => (
        <>
          {showPeriod(period)}
          {estimated.has(period) && <span className={styles.estimated}> {text.estimated}</span>}
        </>
      ),
    },
    {
      key: 'day',
      title: text.dayKwh,
      numeric: true,
      cell: ({ dayKwh }) => named(text.dayKwh, showNumber(dayKwh)),
    },
    {
      key: 'night',
      title: text.nightKwh,
      numeric: true,
      cell: ({ nightKwh }) => named(text.nightKwh, showNumber(nightKwh)),
    },
    {
      key: 'single',
      title: text.singleSum,
      numeric: true,
      cell: ({ single }) => named(text.singleSum, formatMoney(single)),
    },
    {
      key: 'two',
      title: text.twoSum,
      numeric: true,
      cell: ({ two }) => named(text.twoSum, formatMoney(two)),
    },
    { key: 'saving', title: text.saving, numeric: true, cell: ({ saving }) => formatMoney(saving) },
  ];
  return (
    <div className={styles.months}>
      <RecordTable
        className={styles.table}
        caption={text.table}
        columns={columns}
        rows={[...costs].reverse()}
        rowKey={({ period }) => period}
      />
      <p className={styles.note}>{text.tableNote}</p>
    </div>
  );
}

/** On a phone, where the table has no head, a value carries its name. */
function named(name: string, value: string) {
  return (
    <>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      {value}
    </>
  );
}
