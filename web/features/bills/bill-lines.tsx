import { formatText } from '#contract/messages/format-text.ts';
import { formatMoney, moneyFromWire, sumMoney } from '#domain/money.ts';
import { showDate, showKwh, showMoney } from '#web/lib/format.ts';
import { keepNumbers } from '#web/lib/keep-together.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './bill-lines.module.css';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

type Line = BillData['lines'][number];

/** Each line as price × coefficient × kWh = sum, the total, and the tax inside. */
export function BillLines({ bill }: { bill: BillData }) {
  const { lines, vat } = bill;
  return (
    <>
      <DataTable
        caption={text.linesCaption}
        captionHidden
        rows={lines}
        rowKey={(line) => `${line.kind} ${line.zone} ${line.from} ${line.price} ${line.sum}`}
        columns={columns}
      />
      <p className={styles.total}>
        <span>
          {text.total}
          <span className={styles.vat}>{keepNumbers(formatText(text.vat, { sum: showMoney(vat) }))}</span>
        </span>
        <strong>{formatMoney(sumMoney(lines.map(({ sum }) => moneyFromWire(sum))))}</strong>
      </p>
    </>
  );
}

const columns: readonly Column<Line>[] = [
  {
    key: 'what',
    title: text.colLine,
    cell: (line) => (
      <>
        {[text[line.kind], text.zones[line.zone]].filter(Boolean).join(', ')}
        {line.isEstimated && <span className={styles.note}> {text.estimated}</span>}
        <span className={styles.detail}>{formulaOf(line)}</span>
        <span className={styles.detail}>
          {formatText(text.days, { from: showDate(line.from).slice(0, 5), to: showDate(line.to) })}
        </span>
      </>
    ),
  },
  { key: 'sum', title: text.colSum, numeric: true, cell: ({ sum }) => showMoney(sum) },
];

/** kWh × price × coefficient; a coefficient of 1 is left out. */
function formulaOf({ kwh, price, coefficient }: Line): string {
  const factor = Number(coefficient) === 1 ? '' : ` × ${coefficient.replace('.', ',')}`;
  return `${showKwh(kwh)} × ${price.replace('.', ',')} ${text.unit}${factor}`;
}
