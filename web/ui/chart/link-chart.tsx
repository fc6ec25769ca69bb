import styles from './link-chart.module.css';

interface LinkChartProps {
  /** Names at the left and at the right, from the top. */
  rows: readonly string[];
  columns: readonly string[];
  /** By rows, then columns; null: they have nothing to do with each other. */
  values: readonly (readonly (number | null)[])[];
  format: (value: number) => string;
  /** Titles above the names. */
  titles: readonly [row: string, column: string];
}

/** Height of a name in pixels, of two lines at most. */
const STEP = 44;
const WIDEST = 18;

/** The width of a line: the largest number has the widest one, and none is too thin to be seen. */
function widthOf(value: number, largest: number): number {
  return largest <= 0 ? 0 : Math.max(1.5, (value / largest) * WIDEST);
}

/**
 * Who has to do with whom: lines from the names at the left to those at the right, as wide as their numbers. For a desk: it is hidden on a
 * phone and from screen readers, which have the same numbers in a table beside it.
 */
export function LinkChart({ rows, columns, values, format, titles }: LinkChartProps) {
  const height = Math.max(rows.length, columns.length) * STEP;
  const placeOf = (index: number, count: number) => ((index + 0.5) / count) * height;
  const links = rows.flatMap((row, from) =>
    columns.flatMap((column, to) => {
      const value = values[from]?.[to] ?? null;
      return value === null || value <= 0 ? [] : [{ row, column, from, to, value }];
    }),
  );
  const largest = Math.max(0, ...links.map(({ value }) => value));
  return (
    <div className={styles.chart} aria-hidden="true">
      <span className={styles.title}>{titles[0]}</span>
      <span />
      <span className={styles.title}>{titles[1]}</span>
      <Names names={rows} height={height} side="start" />
      <svg
        className={styles.lines}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        style={{ blockSize: height }}
        aria-hidden="true"
        focusable="false"
      >
        {links.map(({ row, column, from, to, value }) => {
          const [start, end] = [placeOf(from, rows.length), placeOf(to, columns.length)];
          return (
            <path
              key={`${row}\n${column}`}
              d={`M0 ${start}C50 ${start} 50 ${end} 100 ${end}`}
              strokeWidth={widthOf(value, largest)}
            >
              <title>{`${row} → ${column}: ${format(value)}`}</title>
            </path>
          );
        })}
      </svg>
      <Names names={columns} height={height} side="end" />
    </div>
  );
}

function Names({ names, height, side }: { names: readonly string[]; height: number; side: 'start' | 'end' }) {
  return (
    <div className={styles.names} data-side={side} style={{ blockSize: height }}>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}
