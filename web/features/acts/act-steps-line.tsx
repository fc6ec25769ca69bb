import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { check, close } from '#web/ui/icons.ts';
import { type ActStep, stepsOf } from './act-steps.ts';
import styles from './act-steps-line.module.css';
import type { Act } from './act-types.ts';
import { text } from './text.ts';

/** The way of an act as a line of steps: beside each other, or one under the other where there is no room. */
export function ActStepsLine({ act }: { act: Act }) {
  return (
    <div className={styles.frame}>
      <ol className={styles.steps} aria-label={formatText(text.way, { number: act.actNumber })}>
        {stepsOf(act).map((step) => (
          <li
            key={step.name}
            className={styles.step}
            data-place={step.place}
            data-end={endOf(step, act)}
            aria-current={step.place === 'now' ? 'step' : undefined}
          >
            <span className={styles.dot}>
              {step.place === 'done' && <Icon drawing={check} size={16} />}
              {step.name === 'cancelled' && <Icon drawing={close} size={16} />}
            </span>
            <span className={styles.name}>{text.steps[step.name]}</span>
            <span className={styles.date}>{dateOf(step)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function dateOf({ date, isUntil }: ActStep): string {
  if (date === null) return '';
  return isUntil ? formatText(text.until, { date: showDate(date) }) : showDate(date);
}

/** How a step that is no plain step looks: late, left, ended. */
function endOf({ name, place }: ActStep, { isOverdue }: Act): string | undefined {
  if (name === 'disputed' || name === 'cancelled') return name;
  return name === 'bill' && place === 'now' && isOverdue ? 'overdue' : undefined;
}
