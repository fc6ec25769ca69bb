import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { classes } from './classes.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './waterfall.module.css';
import { type WaterfallValue, waterfallScale } from './waterfall-scale.ts';

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
    const keys = {
      ArrowLeft: back,
      ArrowUp: back,
      ArrowRight: on,
      ArrowDown: on,
      Home: 0,
      End: steps.length - 1,
    };
    const index = keys[event.key as keyof typeof keys];
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
