import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { listVolumes } from '#contract/volumes.ts';
import { usedPercent } from '#domain/volumes/volume-figures.ts';
import { showNumber } from '#web/lib/format.ts';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { text } from './text.ts';
import styles from './volumes.module.css';

export type Figures = OutputOf<typeof listVolumes>['total'];

const dash = '—';

/** "1 234", or a dash for what is not known. */
export function showVolume(kwh: number | null): string {
  return kwh === null ? dash : showNumber(kwh);
}

/** "+3 360", "−120", "0". */
export function showDelta(kwh: number | null): string {
  if (kwh === null) return dash;
  return kwh === 0 ? '0' : `${kwh > 0 ? '+' : '−'}${showNumber(Math.abs(kwh))}`;
}

/** "+11,20", of hundredths of a percent. */
export function showPercent(hundredths: number | null): string {
  if (hundredths === null) return dash;
  const sign = hundredths === 0 ? '' : hundredths > 0 ? '+' : '−';
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Used energy; a forecast says so. */
function Used({ usedKwh, isForecast }: Figures) {
  if (!isForecast || usedKwh === null) return showVolume(usedKwh);
  return (
    <span className={styles.forecast}>
      {showVolume(usedKwh)} <span className={styles.quiet}>{text.forecast}</span>
    </span>
  );
}

/** What of a difference is outside the tolerance; nothing when all is inside. */
function Outside({ outsideKwh }: Figures) {
  if (outsideKwh === null || outsideKwh === 0) return outsideKwh === 0 ? '0' : dash;
  return <strong className={styles.outside}>{showDelta(outsideKwh)}</strong>;
}

/** Share of the volume that is used, when it is 90 % and more. */
export function NearMark({ isNear, usedKwh, correctedKwh }: Figures) {
  if (!isNear) return null;
  const percent = usedPercent(usedKwh ?? 0, correctedKwh ?? 0);
  return (
    <StateMark tone={percent === null || percent > 100 ? 'bad' : 'wait'}>
      {formatText(text.near, { percent: percent ?? '∞' })}
    </StateMark>
  );
}

/** A column of numbers; on a phone, where there is no head, each number has its name above it. */
export function numberColumn<Row>(key: string, title: string, show: (row: Row) => ReactNode): Column<Row> {
  return {
    key,
    title,
    numeric: true,
    cell: (row) => (
      <>
        <span className={styles.label}>{title}</span>
        {show(row)}
      </>
    ),
  };
}

/** The columns that months and points share, with their cells. */
export const figureColumns: readonly Column<Figures>[] = [
  numberColumn('contracted', text.contracted, ({ contractedKwh }) => showVolume(contractedKwh)),
  numberColumn('corrected', text.corrected, ({ correctedKwh, contractedKwh }) =>
    correctedKwh === contractedKwh ? showVolume(correctedKwh) : <strong>{showVolume(correctedKwh)}</strong>,
  ),
  numberColumn('used', text.used, (figures) => <Used {...figures} />),
  numberColumn('delta', text.delta, ({ deltaKwh }) => showDelta(deltaKwh)),
  numberColumn('percent', text.deltaPercent, ({ deltaHundredths }) => showPercent(deltaHundredths)),
  numberColumn('outside', text.outside, (figures) => <Outside {...figures} />),
];
