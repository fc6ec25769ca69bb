import styles from './chart-readout.module.css';

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
      <p className={styles.line}>
        {figure !== undefined && (
          <span className={styles.figure}>
            {figure} <span>{unit}</span>
          </span>
        )}
        <span className={styles.details}>
          <b>{name}</b>
          {marks.map((mark) => ` · ${mark}`)}
        </span>
      </p>
      {details !== undefined && <p className={styles.details}>{details}</p>}
    </>
  );
}
