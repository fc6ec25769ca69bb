import { AmountFigure } from './amount-figure.tsx';
import styles from './amounts.module.css';
import { text } from './text.ts';

/** How many customers of each kind have a cabinet; each count may fail by itself. */
export function Amounts() {
  return (
    <section aria-label={text.customers}>
      <dl className={styles.figures}>
        <AmountFigure counted="persons" />
        <AmountFigure counted="entities" />
      </dl>
    </section>
  );
}
