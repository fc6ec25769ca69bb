import { type CSSProperties, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showNumber } from '#web/lib/format.ts';
import styles from './night-share.module.css';
import { text } from './text.ts';

interface NightShareProps {
  percent: number;
  /** kWh of the months that are reckoned. */
  day: number;
  night: number;
  onPercent: (percent: number) => void;
}

/** The share of the night as a slider under a day whose dark part grows and shrinks with it. */
export function NightShare({ percent, day, night, onPercent }: NightShareProps) {
  const id = useId();
  const words = formatText(text.shareOf, {
    percent: String(percent),
    night: showNumber(night),
    all: showNumber(day + night),
  });
  return (
    <div className={styles.share} style={{ '--night': `${percent}%` } as CSSProperties}>
      <label htmlFor={id} className={styles.label}>
        {text.share}
      </label>
      <div className={styles.sky} aria-hidden="true">
        <span className={styles.night}>{percent >= 30 && text.night}</span>
        <span className={styles.day}>{percent <= 70 && text.day}</span>
      </div>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={words}
        onChange={(event) => onPercent(Number(event.target.value))}
      />
      <output htmlFor={id} className={styles.output}>
        {words}
      </output>
    </div>
  );
}
