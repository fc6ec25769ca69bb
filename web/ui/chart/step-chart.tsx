import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { roundUp } from './chart-parts.tsx';
import styles from './step-chart.module.css';

/** A run of days and the value of each line in it; null: the line is not there. */
export interface StepRun {
  /** Days since any one day; `to` is the first day that is not in it any more. */
  readonly from: number;
  readonly to: number;
  readonly values: readonly (number | null)[];
}

interface StepScale {
  readonly start: number;
  readonly end: number;
  readonly top: number;
}

/** The scale of runs: from the first day to the last, from nothing to the next easy number. */
export function scaleOf(runs: readonly StepRun[], roundUp: (value: number) => number): StepScale {
  const values = runs.flatMap((run) => run.values.filter((value) => value !== null));
  return {
    start: Math.min(...runs.map(({ from }) => from)),
    end: Math.max(...runs.map(({ to }) => to)),
    top: roundUp(Math.max(0.01, ...values)),
  };
}

/** Percent of the width. */
export function across({ start, end }: StepScale, day: number): number {
  return end === start ? 0 : ((day - start) / (end - start)) * 100;
}

/** Percent of the height, from the top. */
export function down({ top }: StepScale, value: number): number {
  return 100 - (value / top) * 100;
}

/**
 * A line as the path of an SVG of 100 by 100: level in each run, upright where it changes. A line that is not there
 * before or after a run leaves the first line, which always is, and comes back to it. Days without a run are a gap.
 */
export function stepPath(runs: readonly StepRun[], line: number, scale: StepScale): string {
  const y = (value: number) => round(down(scale, value));
  const parts: string[] = [];
  runs.forEach((run, index) => {
    const value = run.values[line] ?? null;
    if (value === null) return;
    const before = runs[index - 1]?.to === run.from ? runs[index - 1] : undefined;
    const after = runs[index + 1]?.from === run.to ? runs[index + 1] : undefined;
    const from = before && (before.values[line] ?? before.values[0] ?? null);
    const startsHere = before === undefined || (before.values[line] ?? null) === null;
    if (startsHere) parts.push(`M${round(across(scale, run.from))} ${y(from ?? value)}`);
    parts.push(`V${y(value)}H${round(across(scale, run.to))}`);
    const back = after && (after.values[line] ?? null) === null ? after.values[0] : undefined;
    if (line > 0 && back !== undefined && back !== null) parts.push(`V${y(back)}`);
  });
  return parts.join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export interface Step extends StepRun {
  readonly key: string;
  /** What a screen reader says when the step has the focus. */
  readonly spoken: string;
}

export interface StepLine {
  readonly key: string;
  /** Written beside the line; empty: the line needs no name. */
  readonly label: string;
  /** Over its beginning, under it, or after its end. */
  readonly place: 'over' | 'under' | 'after';
}

interface StepChartProps<Run extends Step> {
  /** Names the group of steps for screen readers. */
  label: string;
  /** From left to right. */
  steps: readonly Run[];
  /** As many as the steps have values; the first is there in every step. */
  lines: readonly StepLine[];
  /** Days under the chart and their words. */
  marks: readonly { readonly day: number; readonly label: string }[];
  /** Selected before anything is pointed at. */
  initialKey: string;
  formatTick: (value: number) => string;
  /** Shown above the chart for the step that is pointed at or focused. */
  children: (selected: Run) => ReactNode;
}

const TICKS = [1, 0.5];
/** Percent of the width that a name may take: over a line that rises under it, it stands clear. */
const NAME_WIDTH = 20;

/**
 * A value that stays for a time and then changes, in one or several lines. Each step is a button as wide as its days: touch,
 * pointer and focus select it, arrow keys walk along (one stop of the Tab key for all). The figures also belong into a table.
 */
export function StepChart<Run extends Step>({
  label,
  steps,
  lines,
  marks,
  initialKey,
  formatTick,
  children,
}: StepChartProps<Run>) {
  const [selectedKey, setSelectedKey] = useState(initialKey);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const selected = steps.find((step) => step.key === selectedKey) ?? steps.at(-1);
  if (!selected) return null;

  const scale = scaleOf(steps, roundUp);
  const left = (day: number) => `${across(scale, day)}%`;
  const width = ({ from, to }: StepRun) => `${across(scale, to) - across(scale, from)}%`;

  const walk = (event: KeyboardEvent) => {
    const index = steps.indexOf(selected);
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: steps.length - 1 }[event.key];
    const step = next === undefined ? undefined : steps[next];
    if (!step) return;
    event.preventDefault();
    buttons.current.get(step.key)?.focus();
  };

  return (
    <div className={styles.chart}>
      <div className={styles.readout}>{children(selected)}</div>
      <div className={styles.plot}>
        {TICKS.map((share) => (
          <span
            key={share}
            className={styles.tick}
            style={{ insetBlockStart: `${100 - share * 100}%` }}
            aria-hidden="true"
          >
            <span>{formatTick(scale.top * share)}</span>
          </span>
        ))}
        <span
          className={styles.band}
          style={{ insetInlineStart: left(selected.from), inlineSize: width(selected) }}
        />
        <svg
          className={styles.svg}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {lines.map(({ key }, index) => (
            <path key={key} className={styles[`line${index + 1}`]} d={stepPath(steps, index, scale)} />
          ))}
          {lines.map(({ key }, index) => (
            <path
              key={key}
              className={classes(styles[`line${index + 1}`], styles.strong)}
              d={stepPath([selected], index, scale)}
            />
          ))}
        </svg>
        {lines.map((line, index) => (
          <LineName key={line.key} line={line} {...placeOf(steps, index, line.place, scale)} />
        ))}
        <div className={styles.steps} role="toolbar" aria-label={label} onKeyDown={walk}>
          {steps.map((step) => (
            <button
              key={step.key}
              type="button"
              ref={(button) => {
                if (button) buttons.current.set(step.key, button);
                else buttons.current.delete(step.key);
              }}
              className={styles.step}
              style={{ insetInlineStart: left(step.from), inlineSize: width(step) }}
              aria-pressed={step === selected}
              tabIndex={step === selected ? 0 : -1}
              onFocus={() => setSelectedKey(step.key)}
              onPointerEnter={() => setSelectedKey(step.key)}
              onClick={() => setSelectedKey(step.key)}
            >
              <VisuallyHidden>{step.spoken}</VisuallyHidden>
            </button>
          ))}
        </div>
        <div className={styles.marks} aria-hidden="true">
          {marks.map(({ day, label: words }) => (
            <span key={day} style={{ insetInlineStart: left(day) }}>
              {words}
            </span>
          ))}
        </div>
      </div>
      {lines.length > 1 && (
        <ul className={styles.legend} aria-hidden="true">
          {lines.map(({ key, label: words }, index) => (
            <li key={key}>
              <svg viewBox="0 0 20 4" aria-hidden="true" focusable="false">
                <path className={styles[`line${index + 1}`]} d="M0 2H20" />
              </svg>
              {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface LineNameProps {
  line: StepLine;
  /** Percent; undefined: the line is nowhere. */
  x: number | undefined;
  y: number;
}

function LineName({ line, x, y }: LineNameProps) {
  if (x === undefined || line.label === '') return null;
  return (
    <span
      className={classes(styles.name, styles[line.place])}
      style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}
      aria-hidden="true"
    >
      {line.label}
    </span>
  );
}

/** Where the name of a line stands: at the beginning of its first step, or at the end of its last. */
function placeOf(
  steps: readonly StepRun[],
  line: number,
  place: StepLine['place'],
  scale: ReturnType<typeof scaleOf>,
): { x: number | undefined; y: number } {
  const own = steps.filter((step) => (step.values[line] ?? null) !== null);
  const step = place === 'after' ? own.at(-1) : own[0];
  if (step === undefined) return { x: undefined, y: 0 };
  const values = own
    .filter(({ from }) => from === step.from || (place === 'over' && across(scale, from) < NAME_WIDTH))
    .map(({ values: all }) => all[line] ?? 0);
  return { x: across(scale, place === 'after' ? step.to : step.from), y: down(scale, Math.max(...values)) };
}
