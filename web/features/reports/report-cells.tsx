import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { ReportColumn, ReportRow } from '#contract/reports/define-report.ts';
import { showDate, showMoment, showMoney, showNumber, showPeriod, showSum } from '#web/lib/format.ts';
import { showDecimal } from '#web/lib/numbers/show-decimal.ts';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import styles from './reports.module.css';
import { text } from './text.ts';

type Cell = ReportRow[string] | undefined;

/** A number with at most two decimals: "0,25". */
function showRatio(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  const [, decimals = ''] = String(rounded).split('.');
  return showNumber(Math.trunc(rounded)) + (decimals && `,${decimals}`);
}

const showPercent = (share: number) => formatText(text.percent, { percent: showDecimal(share * 100) });

/** A number of these kinds in words. */
export function showValue(kind: 'number' | 'money' | 'share' | 'duration', value: number | string): string {
  switch (kind) {
    case 'number':
      return Number.isInteger(Number(value)) ? showNumber(Number(value)) : showDecimal(Number(value));
    case 'money':
      return showSum(String(value));
    case 'share':
      return showPercent(Number(value));
    case 'duration':
      return formatText(text.ms, { ms: showDecimal(Number(value)) });
  }
}

/** "20.11.2026 12:00:03". */
function showExactMoment(wire: string): string {
  const seconds = Math.floor(Date.parse(wire) / 1000) % 60;
  return `${showMoment(wire)}:${String(seconds).padStart(2, '0')}`;
}

/** The first line; the others unfold as they were written. */
function LongText({ text: lines }: { text: string }) {
  const [first = '', ...others] = lines.split('\n');
  if (others.length === 0) return first;
  return (
    <Disclosure summary={first}>
      <pre className={styles.lines} lang="en">
        {others.join('\n')}
      </pre>
    </Disclosure>
  );
}

/** The title of a column with the unit of its values. */
export const titleOf = ({ kind, title }: ReportColumn) =>
  kind === 'money' ? formatText(text.moneyTitle, { title }) : title;

/** What a cell shows; a dash: there is no value. */
export function showCell(column: ReportColumn, value: Cell): ReactNode {
  if (value === null || value === undefined) return text.noValue;
  switch (column.kind) {
    case 'text':
      if (column.isLong) return <LongText text={String(value)} />;
      return column.lang === undefined ? String(value) : <span lang={column.lang}>{String(value)}</span>;
    // Its title has the unit.
    case 'money':
      return showMoney(String(value));
    case 'ratio':
      return showRatio(Number(value));
    case 'change':
      return Number(value) > 0 ? `+${showPercent(Number(value))}` : showPercent(Number(value));
    case 'date':
      return showDate(String(value));
    case 'month':
      return showPeriod(String(value));
    case 'instant':
      return column.isExact ? showExactMoment(String(value)) : showMoment(String(value));
    case 'mark':
      return value === true ? <StateMark tone="wait">{column.yes}</StateMark> : null;
    default:
      return showValue(column.kind, value as number | string);
  }
}
