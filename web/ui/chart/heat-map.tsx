import { classes } from '../classes.ts';
import { reachableWhenWide } from '../list/data-table.tsx';
import styles from './heat-map.module.css';

interface HeatMapProps {
  /** What the numbers are; shown above by the caller. */
  caption: string;
  /** Names the titles of the rows and, after it, those of the columns. */
  corner: string;
  rows: readonly string[];
  columns: readonly string[];
  /** By rows, then columns; null: there is none. */
  values: readonly (readonly (number | null)[])[];
  format: (value: number) => string;
  /** Of days: one that is too wide shows the newest first. */
  fromEnd?: boolean;
}

const LEVELS = 6;

/** The shade of a number, 0 to 6; only nothing has none. */
export function levelOf(value: number | null, largest: number): number {
  if (value === null || value <= 0 || largest <= 0) return 0;
  return Math.max(1, Math.ceil((value / largest) * LEVELS));
}

function shownFromEnd(box: HTMLElement) {
  box.scrollLeft = box.scrollWidth;
  return reachableWhenWide(box);
}

/** A table whose cells are shaded in one hue by their number, which stands in each. */
export function HeatMap({ caption, corner, rows, columns, values, format, fromEnd }: HeatMapProps) {
  const largest = Math.max(0, ...values.flatMap((row) => row.map((value) => value ?? 0)));
  return (
    <section className={styles.scroll} aria-label={caption} ref={fromEnd ? shownFromEnd : reachableWhenWide}>
      <table className={styles.map}>
        <caption className={styles.hidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column, place) => {
                const value = values[index]?.[place] ?? null;
                return (
                  <td
                    key={column}
                    className={classes(styles[`level${levelOf(value, largest)}`])}
                    title={`${row}, ${column}: ${value === null ? '—' : format(value)}`}
                  >
                    {value === null ? '' : format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
