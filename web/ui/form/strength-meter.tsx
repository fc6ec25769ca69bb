import { classes } from '../classes.ts';
import styles from './strength-meter.module.css';

/** How strong something typed is: 0 nothing or too weak to be taken … 4 very strong. */
type Strength = 0 | 1 | 2 | 3 | 4;

interface StrengthMeterProps {
  strength: Strength;
  /** What the strength means and what would help; '' while nothing is typed. Said when it changes. */
  words: string;
  /** Ties the words to the field by `aria-describedby`. */
  id?: string;
}

const steps = [1, 2, 3, 4] as const;

/** Four lights of a window, as many lit as the strength says; the words say the same, so that colour is never alone. */
export function StrengthMeter({ strength, words, id }: StrengthMeterProps) {
  return (
    <div className={styles.meter} data-strength={strength}>
      <span className={styles.panes} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} className={classes(styles.pane, step <= strength && styles.lit)} />
        ))}
      </span>
      <p className={styles.words} role="status" id={id}>
        {words}
      </p>
    </div>
  );
}
