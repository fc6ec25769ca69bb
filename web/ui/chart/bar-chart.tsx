import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './bar-chart.module.css';
import { roundUp } from './chart-parts.tsx';

interface Bar {
  key: string;
  /** Under the bar. */
  label: string;
  /** What a screen reader says when the bar has the focus. */
  spoken: string;
  /** From the bottom up, one per tone. */
  parts: readonly number[];
  /** Drawn as an outline behind; null when not known. */
  outline: number | null;
  /** Not finished yet: hatched. */
  hatched: boolean;
}

interface BarChartProps {
  /** Names the group of bars for screen readers. */
  label: string;
  bars: readonly Bar[];
  /** Shown above the chart for the bar that is pointed at or focused. */
  children: (selected: Bar) => ReactNode;
  /** Selected before anything is pointed at. */
  initialKey: string;
  formatTick: (value: number) => string;
}

const TICKS = [1, 0.5];
const TONES = [1, 2, 3];

/** The place of the bar at a distance from the left edge, also for one beyond the edges. */
export function barAt(distance: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.floor((distance / width) * count)));
}

/**
 * Bars by month, in up to three tones. Each bar is a button as high as the chart with its labels: touch, pointer and focus
 * select it, a finger slides along, arrow keys walk along (one stop of the Tab key for all). The figures also belong into a
 * table beside it.
 */
export function BarChart({ label, bars, children, initialKey, formatTick }: BarChartProps) {
  const [selectedKey, setSelectedKey] = useState(initialKey);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const hatch = useId();
  const selected = bars.find((bar) => bar.key === selectedKey) ?? bars.at(-1);
  if (!selected) return null;

  const top = roundUp(Math.max(1, ...bars.map((bar) => Math.max(total(bar), bar.outline ?? 0))));
  const slot = 100 / bars.length;
  const percent = (value: number) => (value / top) * 100;

  const walk = (event: KeyboardEvent) => {
    const index = bars.indexOf(selected);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: bars.length - 1 }[event.key];
    const bar = next === undefined ? undefined : bars[next];
    if (!bar) return;
    event.preventDefault();
    buttons.current.get(bar.key)?.focus();
  };

  // A touch sends its moves to the bar where it began: columns are narrower than a finger, which slides to the one it means.
  const slide = ({ pointerType, clientX, currentTarget }: PointerEvent) => {
    if (pointerType === 'mouse') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const bar = bars[barAt(clientX - left, width, bars.length)];
    if (bar) setSelectedKey(bar.key);
  };

  return (
    <div className={styles.chart}>
      <div className={styles.readout}>{children(selected)}</div>
      <div className={styles.plot}>
        {TICKS.map((share) => (
          <span key={share} className={share === 1 ? styles.topTick : styles.midTick} aria-hidden="true">
            <span>{formatTick(top * share)}</span>
          </span>
        ))}
        <svg className={styles.svg} aria-hidden="true" focusable="false">
          <defs>
            {TONES.map((tone) => (
              <pattern
                key={tone}
                id={`${hatch}-${tone}`}
                className={styles[`tone${tone}`]}
                width="7"
                height="7"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="7" height="7" opacity="0.16" />
                <rect width="2.5" height="7" />
              </pattern>
            ))}
          </defs>
          {bars.map((bar, index) => (
            <g key={bar.key} className={classes(bar === selected && styles.selected)}>
              {bar.outline !== null && (
                <rect
                  className={styles.outline}
                  x={`${index * slot + slot * 0.04}%`}
                  width={`${slot * 0.92}%`}
                  y={`${100 - percent(bar.outline)}%`}
                  height={`${percent(bar.outline) + 4}%`}
                  rx="5"
                />
              )}
              {stack(bar).map(({ tone, from, value }) => (
                <rect
                  key={tone}
                  className={bar.hatched ? styles.hatched : styles[`tone${tone}`]}
                  x={`${index * slot + slot * 0.16}%`}
                  width={`${slot * 0.68}%`}
                  y={`${100 - percent(from + value)}%`}
                  height={`${percent(value)}%`}
                  fill={bar.hatched ? `url(#${hatch}-${tone})` : undefined}
                />
              ))}
            </g>
          ))}
        </svg>
        <div
          className={styles.bars}
          role="toolbar"
          aria-label={label}
          onKeyDown={walk}
          onPointerDown={slide}
          onPointerMove={slide}
        >
          {bars.map((bar) => (
            <button
              key={bar.key}
              type="button"
              ref={(button) => {
                if (button) buttons.current.set(bar.key, button);
                else buttons.current.delete(bar.key);
              }}
              className={classes(styles.bar, bar === selected && styles.current)}
              aria-pressed={bar === selected}
              tabIndex={bar === selected ? 0 : -1}
              onFocus={() => setSelectedKey(bar.key)}
              onPointerEnter={() => setSelectedKey(bar.key)}
              onClick={() => setSelectedKey(bar.key)}
            >
              <span aria-hidden="true">{bar.label}</span>
              <VisuallyHidden>{bar.spoken}</VisuallyHidden>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

function total(bar: Bar): number {
  return bar.parts.reduce((sum, part) => sum + part, 0);
}

function stack(bar: Bar): { tone: number; from: number; value: number }[] {
  let from = 0;
  return bar.parts.map((value, index) => {
    const part = { tone: index + 1, from, value };
    from += value;
    return part;
  });
}
