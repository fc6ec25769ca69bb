import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { classes } from '../classes.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './waterfall.module.css';

export interface WaterfallValue {
  /** A total stands on the ground; a change goes on from where the step before ended. */
  kind: 'total' | 'change';
  /** A level for a total, a difference for a change. */
  value: number;
}

/** Where a step is drawn: parts of the whole scale, from the smaller end. */
interface WaterfallPlace {
  from: number;
  to: number;
  /** Where the step leaves the level. */
  end: number;
}

interface WaterfallScale {
  places: readonly WaterfallPlace[];
  /** Where nothing is on the scale; null: beyond it. */
  zero: number | null;
  /** The end of the scale beyond which totals go on towards nothing; null: nothing is on the scale. */
  openEnd: 'low' | 'high' | null;
}

/** Changes that take less than this of the way from nothing are shown from nearer, for else they could not be seen. */
const NEAR = 0.5;
/** How much of a total is left below the changes then, in parts of what they take. */
const FOOT = 0.4;

/**
 * Lays out a waterfall. The scale begins at nothing, unless all levels are on one side of it and lie close together: then it
 * shows the stretch where they differ.
 */
export function waterfallScale(steps: readonly WaterfallValue[]): WaterfallScale {
  let level = 0;
  const spans = steps.map(({ kind, value }) => {
    const start = kind === 'total' ? 0 : level;
    level = kind === 'total' ? value : level + value;
    return { kind, start, end: level };
  });
  const levels = spans.flatMap(({ kind, start, end }) => (kind === 'total' ? [end] : [start, end]));
  const least = Math.min(...levels);
  const most = Math.max(...levels);
  const range = most - least;
  const isNear = range > 0 && least * most > 0 && range < NEAR * Math.max(Math.abs(least), Math.abs(most));
  const low = isNear && least > 0 ? least - FOOT * range : Math.min(0, least);
  const high = isNear && most < 0 ? most + FOOT * range : Math.max(0, most);
  const place = (value: number) =>
    high === low ? 0 : Math.min(1, Math.max(0, (value - low) / (high - low)));
  return {
    places: spans.map(({ start, end }) => ({
      from: place(Math.min(start, end)),
      to: place(Math.max(start, end)),
      end: place(end),
    })),
    zero: isNear ? null : place(0),
    openEnd: isNear ? (least > 0 ? 'low' : 'high') : null,
  };
}

interface WaterfallStep extends WaterfallValue {
  key: string;
  /** Names the step beside its bar; soft hyphens say where it may break. */
  label: string;
  /** What is written at the bar. */
  sum: string;
  /** What a screen reader says when the step has the focus. */
  spoken: string;
}

interface WaterfallProps {
  /** Names the group of steps for screen readers. */
  label: string;
  steps: readonly WaterfallStep[];
  selectedKey: string;
  onSelect: (key: string) => void;
}

/** From so many steps on their sums are written smaller. */
const MANY = 8;

/**
 * The way from one total to another, from left to right like a sentence; where that is too narrow, from above. Each step
 * is a button: touch, pointer and focus select it, arrow keys walk along (one stop of the Tab key for all). The
 * figures also belong into a table beside it.
 */
export function Waterfall({ label, steps, selectedKey, onSelect }: WaterfallProps) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const { places, zero, openEnd } = waterfallScale(steps);
  const current = Math.max(
    0,
    steps.findIndex(({ key }) => key === selectedKey),
  );

  const walk = (event: KeyboardEvent) => {
    const back = current - 1;
    const on = current + 1;
    const index = new Map([
      ['ArrowLeft', back],
      ['ArrowUp', back],
      ['ArrowRight', on],
      ['ArrowDown', on],
      ['Home', 0],
      ['End', steps.length - 1],
    ]).get(event.key);
    const step = index === undefined ? undefined : steps[index];
    if (!step) return;
    event.preventDefault();
    buttons.current.get(step.key)?.focus();
  };

  return (
    <div className={styles.frame}>
      <div
        className={styles.steps}
        role="toolbar"
        aria-label={label}
        data-open-end={openEnd ?? undefined}
        data-many={steps.length > MANY || undefined}
        style={{ '--zero': zero ?? -1 } as CSSProperties}
        onKeyDown={walk}
      >
        {steps.map(({ key, kind, value, label: name, sum, spoken }, index) => {
          const place = places[index];
          return (
            <button
              key={key}
              type="button"
              ref={(button) => {
                if (button) buttons.current.set(key, button);
                else buttons.current.delete(key);
              }}
              className={classes(styles.step, index === current && styles.current)}
              aria-pressed={index === current}
              tabIndex={index === current ? 0 : -1}
              data-kind={kind === 'total' ? (index === 0 ? 'first' : 'last') : value < 0 ? 'less' : 'more'}
              style={{ '--from': place?.from, '--to': place?.to, '--end': place?.end } as CSSProperties}
              onFocus={() => onSelect(key)}
              onPointerEnter={() => onSelect(key)}
              onClick={() => onSelect(key)}
            >
              <span className={styles.plot} aria-hidden="true">
                <span className={styles.bar} />
                {index < steps.length - 1 && <span className={styles.link} />}
              </span>
              <span className={styles.sum} aria-hidden="true">
                {sum}
              </span>
              <span className={styles.name} aria-hidden="true">
                {name}
              </span>
              <VisuallyHidden>{spoken}</VisuallyHidden>
            </button>
          );
        })}
      </div>
    </div>
  );
}
