import { formatText } from '#contract/messages/format-text.ts';
import { showPeriod } from '#web/lib/format.ts';
import type { Calculation } from './calculation-types.ts';
import { type DayKind, monthDays } from './month-days.ts';
import styles from './month-strip.module.css';
import { pluralDays } from './plural-days.ts';
import { text } from './text.ts';

const kinds = ['read', 'average', 'ahead'] as const satisfies readonly DayKind[];

/** The month as a row of windows, one a day: lit while it was read, half lit by average, dark while it is ahead. */
export function MonthStrip({ period, registers }: Pick<Calculation, 'period' | 'registers'>) {
  const days = monthDays(period, registers);
  const countOf = (kind: DayKind) => days.filter((day) => day === kind).length;
  const spoken = formatText(text.strip, {
    period: showPeriod(period),
    read: pluralDays(countOf('read')),
    average: pluralDays(countOf('average')),
    ahead: pluralDays(countOf('ahead')),
  });
  return (
    <figure className={styles.strip}>
      <div className={styles.days} role="img" aria-label={spoken}>
        {days.map((kind, index) => (
          // A day has no other name than its place.
          <span key={`${period}-${String(index + 1)}`} className={styles[kind]} />
        ))}
      </div>
      <figcaption className={styles.legend} aria-hidden="true">
        {kinds.map(
          (kind) =>
            countOf(kind) > 0 && (
              <span key={kind}>
                <i className={styles[kind]} />
                {pluralDays(countOf(kind))} {text.legend[kind]}
              </span>
            ),
        )}
      </figcaption>
    </figure>
  );
}
