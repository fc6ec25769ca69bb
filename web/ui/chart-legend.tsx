import styles from './chart-legend.module.css';

interface ChartLegendProps {
  /** What the parts of a bar stand for, from below; three at most. */
  parts: readonly string[];
  /** What the dashed outline of a bar stands for. */
  outline: string;
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
      <li className={styles.outline}>{outline}</li>
      {hatched !== undefined && <li className={styles.hatched}>{hatched}</li>}
    </ul>
  );
}
