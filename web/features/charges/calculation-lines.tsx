import type { getCommon } from '#contract/charges.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showKwh, showMoney } from '#web/lib/format.ts';
import { Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import styles from './calculation-tables.module.css';
import { text } from './text.ts';

/** The charge of a period so far: the answer of the generic read for '/person/calculate'. */
export type Calculation = Extract<OutputOf<typeof getCommon>['data'], { registers: unknown }>;
export type MeasuredRegister = Calculation['registers'][number];

type Line = Calculation['lines'][number];

/** Each block of each tariff version: kWh × price × coefficient = sum, and the total. */
export function CalculationLines({
  lines,
  sum,
  registers,
}: Pick<Calculation, 'lines' | 'sum' | 'registers'>) {
  if (lines.length === 0) return <Text tone="quiet">{text.nothing}</Text>;
  return (
    <>
      <DataTable
        caption={text.linesCaption}
        captionHidden
        rows={upToNow(lines, registers)}
        rowKey={(line) => `${line.kind} ${line.zone} ${line.from} ${line.price} ${line.kwh}`}
        columns={columns}
      />
      <p className={styles.total}>
        <span>{text.linesTotal}</span>
        <strong>{showMoney(sum)}</strong>
      </p>
    </>
  );
}

/** Cuts tariff lines at the last day that is counted. */
function upToNow(lines: readonly Line[], registers: Calculation['registers']): readonly Line[] {
  const last =
    registers
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? '';
  return lines.map((line) => (line.from <= last && last < line.to ? { ...line, to: last } : line));
}

const columns: readonly Column<Line>[] = [
  {
    key: 'what',
    title: text.colLine,
    cell: (line) => (
      <>
        {[text[line.kind], text.zones[line.zone]].filter(Boolean).join(', ')}
        <span className={styles.detail}>{formulaOf(line)}</span>
        <span className={styles.detail}>
          {formatText(text.span, { from: showDate(line.from).slice(0, 5), to: showDate(line.to) })}
        </span>
      </>
    ),
  },
  { key: 'sum', title: text.colSum, numeric: true, cell: ({ sum }) => showMoney(sum) },
];

/** A coefficient of 1 is left out. */
function formulaOf({ kwh, price, coefficient }: Line): string {
  const factor = Number(coefficient) === 1 ? '' : ` × ${coefficient.replace('.', ',')}`;
  return `${showKwh(kwh)} × ${price.replace('.', ',')} ${text.unit}${factor}`;
}
