import { type PointerEvent, useRef, useState } from 'react';
import { roundUp } from './chart-parts.tsx';
import styles from './line-chart.module.css';

export interface ChartLine {
  readonly key: string;
  readonly name: string;
  /** One for each point; null: the line has a gap there. */
  readonly values: readonly (number | null)[];
}

interface ChartPoint {
  /** Said of the point, and shown when it is chosen. */
  readonly label: string;
  /** Stands under the chart; absent: nothing. */
  readonly mark?: string | undefined;
}

interface LineChartProps {
  /** Names the choice of a point for screen readers. */
  label: string;
  /** From left to right, as far from each other. */
  points: readonly ChartPoint[];
  /** Four at most. */
  lines: readonly ChartLine[];
  format: (value: number) => string;
  /** Of a tick of the scale, whose half may have a digit more than a value. */
  formatTick: (value: number) => string;
  /** Words of a gap. */
  none: string;
  /** Somebody drew over the points from one to another. */
  onRange?: (from: number, to: number) => void;
}

const TICKS = [1, 0.5];
/** Percent of the height between two values at the ends of lines. */
const END_GAP = 9;

const round = (value: number) => Math.round(value * 100) / 100;

/** A line as the path of an SVG of 100 by 100; a value between two gaps is a dot. */
export function linePath(values: readonly (number | null)[], top: number): string {
  const x = (index: number) => round(values.length < 2 ? 0 : (index / (values.length - 1)) * 100);
  return values
    .map((value, index) => {
      if (value === null) return '';
      const starts = (values[index - 1] ?? null) === null;
      const isAlone = starts && (values[index + 1] ?? null) === null;
      return `${starts ? 'M' : 'L'}${x(index)} ${round(100 - (value / top) * 100)}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}

/** Places of the values at the ends of lines, percent from the top, so that none covers another. */
export function spreadEnds(places: readonly number[]): readonly number[] {
  const order = places
    .map((place, index) => ({ place, index }))
    .toSorted((one, two) => one.place - two.place);
  // The lowest may not leave the chart with the others pushed down.
  let highest = Number.NEGATIVE_INFINITY;
  const spread = order.map(({ place, index }, rank) => {
    highest = Math.max(highest + END_GAP, Math.min(place, 100 - END_GAP * (order.length - 1 - rank)));
    return { place: highest, index };
  });
  return spread.toSorted((one, two) => one.index - two.index).map(({ place }) => place);
}

function lastOf(values: readonly (number | null)[]): number {
  return values.findLastIndex((value) => value !== null);
}

/**
 * Up to four lines over time. Pointer, touch and arrow keys choose a point (one stop of the Tab key), whose figures are shown above;
 * the last value stands at the end of each line. The figures also belong into a table beside it.
 */
export function LineChart({ label, points, lines, format, formatTick, none, onRange }: LineChartProps) {
  const last = Math.max(0, ...lines.map(({ values }) => lastOf(values)));
  const [picked, setPicked] = useState<number>();
  const [drawn, setDrawn] = useState<number>();
  const plot = useRef<HTMLDivElement>(null);
  const chosen = Math.min(picked ?? last, points.length - 1);
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  // Of values that are all nought a scale says nothing: the lines lie on the ground.
  const ticks = highest === 0 ? [] : TICKS;
  const top = roundUp(highest || 1);
  const across = (index: number) => (index / (points.length - 1)) * 100;
  const words = (index: number) =>
    lines.map(({ name, values }) => {
      const value = values[index] ?? null;
      return { name, shown: value === null ? none : format(value) };
    });
  const indexAt = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect();
    if (!box || box.width === 0) return chosen;
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    return Math.round(share * (points.length - 1));
  };
  const ended = lines.flatMap((line, index) => {
    const at = lastOf(line.values);
    const value = line.values[at] ?? null;
    return value === null ? [] : [{ key: line.key, index, at, value }];
  });
  const ends = spreadEnds(ended.map(({ value }) => 100 - (value / top) * 100));

  return (
    <div className={styles.chart}>
      <p className={styles.readout}>
        <b>{points[chosen]?.label}</b>
        {words(chosen).map(({ name, shown }, index) => (
          <span key={name} className={styles.value}>
            <svg viewBox="0 0 24 4" aria-hidden="true" focusable="false">
              <path className={styles[`line${index + 1}`]} d="M1 2H23" />
            </svg>
            {name} <span className={styles.figure}>{shown}</span>
          </span>
        ))}
      </p>
      {/* The range below takes keys and focus; the pointer is only another way to move it. One point makes no line. */}
      {points.length > 1 && (
        <div
          ref={plot}
          className={styles.plot}
          onPointerMove={(event) => setPicked(indexAt(event))}
          onPointerDown={(event) => {
            setPicked(indexAt(event));
            if (onRange && event.pointerType === 'mouse') setDrawn(indexAt(event));
          }}
          onPointerUp={(event) => {
            const to = indexAt(event);
            if (drawn !== undefined && to !== drawn) onRange?.(Math.min(drawn, to), Math.max(drawn, to));
            setDrawn(undefined);
          }}
          onPointerLeave={() => setDrawn(undefined)}
        >
          {ticks.map((share) => (
            <span
              key={share}
              className={styles.tick}
              style={{ insetBlockStart: `${100 - share * 100}%` }}
              aria-hidden="true"
            >
              <span>{formatTick(top * share)}</span>
            </span>
          ))}
          {drawn !== undefined && (
            <span
              className={styles.band}
              style={{
                insetInlineStart: `${across(Math.min(drawn, chosen))}%`,
                inlineSize: `${across(Math.abs(drawn - chosen))}%`,
              }}
            />
          )}
          <span className={styles.cursor} style={{ insetInlineStart: `${across(chosen)}%` }} />
          <svg
            className={styles.svg}
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            {lines.map(({ key, values }, index) => (
              <path key={key} className={styles[`line${index + 1}`]} d={linePath(values, top)} />
            ))}
          </svg>
          {ended.map(({ key, index, at, value }, rank) => (
            <span
              key={key}
              className={styles.end}
              data-line={index + 1}
              style={{ insetInlineStart: `${across(at)}%`, insetBlockStart: `${ends[rank]}%` }}
              aria-hidden="true"
            >
              {format(value)}
            </span>
          ))}
          <input
            className={styles.range}
            type="range"
            min={0}
            max={Math.max(0, points.length - 1)}
            value={chosen}
            aria-label={label}
            aria-valuetext={[
              points[chosen]?.label,
              ...words(chosen).map(({ name, shown }) => `${name}: ${shown}`),
            ].join(', ')}
            onChange={({ target }) => setPicked(Number(target.value))}
          />
          <div className={styles.marks} aria-hidden="true">
            {points.map(
              ({ label, mark }, index) =>
                mark !== undefined && (
                  <span key={label} style={{ insetInlineStart: `${across(index)}%` }}>
                    {mark}
                  </span>
                ),
            )}
          </div>
        </div>
      )}
    </div>
  );
}
