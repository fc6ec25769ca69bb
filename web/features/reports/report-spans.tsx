import type { Report, ReportRow } from '#contract/reports/define-report.ts';
import { showValue } from './report-cells.tsx';
import styles from './reports.module.css';
import { text } from './text.ts';

/** The rows along their time; the table below has the same figures for screen readers. */
export function ReportSpans({ report: { spans }, rows }: { report: Report; rows: readonly ReportRow[] }) {
  if (!spans || new Set(rows.map((row) => row[spans.of])).size !== 1) return null;
  const bars = rows.map((row, index) => ({
    key: `${index} ${row[spans.label]}`,
    label: row[spans.label],
    start: Number(row[spans.start] ?? 0),
    length: row[spans.length] === null ? null : Number(row[spans.length]),
  }));
  const end = Math.max(1, ...bars.map(({ start, length }) => start + (length ?? 0)));
  const share = (value: number) => `${Math.min(100, (value / end) * 100)}%`;
  return (
    <figure className={styles.chart}>
      <figcaption>
        {spans.title} <span className={styles.name}>{text.chartNote}</span>
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        {bars.map(({ key, label, start, length }) => (
          <div key={key} className={styles.bar}>
            <span>{label}</span>
            <span className={styles.span}>
              <span
                data-point={length === null || undefined}
                style={{ insetInlineStart: share(start), inlineSize: share(length ?? 0) }}
              />
            </span>
            <span className={styles.value}>{length === null ? null : showValue('duration', length)}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
