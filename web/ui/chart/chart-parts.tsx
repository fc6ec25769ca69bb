import styles from './chart-legend.module.css';
import chartReadoutStyles from './chart-readout.module.css';

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10];

/** The next number with one easy leading digit: the top of a scale whose half is easy to read too. 335 → 400. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((candidate) => candidate * power >= value) ?? 10;
  return step * power;
}

interface ChartLegendProps {
  /** What the parts of a bar stand for, from below; three at most. */
  parts: readonly string[];
  /** What the dashed outline of a bar stands for; absent: bars have none. */
  outline?: string;
  hatched?: string;
}

/** What is what in a chart of bars. */
export function ChartLegend({ parts, outline, hatched }: ChartLegendProps) {
  return (
    <ul className={styles.legend}>
      {parts.map((part, index) => (
        <li key={part} className={styles[`part${index + 1}`]}>
          {part}
        </li>
      ))}
      {outline !== undefined && <li className={styles.outline}>{outline}</li>}
      {hatched !== undefined && <li className={styles.hatched}>{hatched}</li>}
    </ul>
  );
}

interface ChartReadoutProps {
  /** The figure of the bar; absent: it has none. */
  figure?: string | undefined;
  unit: string;
  /** Which bar it is. */
  name: string;
  /** What is to be known of it, after its name. */
  marks: readonly string[];
  details?: string | undefined;
}

/** What the chosen bar of a chart stands for, in figures. */
export function ChartReadout({ figure, unit, name, marks, details }: ChartReadoutProps) {
  return (
    <>
      <p className={chartReadoutStyles.line}>
        {figure !== undefined && (
          <span className={chartReadoutStyles.figure}>
            {figure} <span>{unit}</span>
          </span>
        )}
        <span className={chartReadoutStyles.details}>
          <b>{name}</b>
          {marks.map((mark) => ` · ${mark}`)}
        </span>
      </p>
      {details !== undefined && <p className={chartReadoutStyles.details}>{details}</p>}
    </>
  );
}
