import { classes } from './classes.ts';
import styles from './money-figure.module.css';

interface MoneyFigureProps {
  /** A formatted sum: "1 234,56". */
  sum: string;
  /** The unit after it, e.g. the name of the currency. */
  unit: string;
  size?: 'm' | 'l' | 'xl';
}

/** A sum as a large honest figure: hryvnias large, kopiykas smaller, the unit quiet. Read out as one. */
export function MoneyFigure({ sum, unit, size = 'm' }: MoneyFigureProps) {
  const comma = sum.lastIndexOf(',');
  const whole = comma < 0 ? sum : sum.slice(0, comma);
  const rest = comma < 0 ? '' : sum.slice(comma);
  return (
    <span className={classes(styles.figure, styles[size])}>
      {whole}
      <span className={styles.rest}>
        {rest}
        <span className={styles.unit}>{`\u00a0${unit}`}</span>
      </span>
    </span>
  );
}
