import { useEffect, useState } from 'react';
import { buttonClass } from '../button.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './resend-button.module.css';

interface ResendButtonProps {
  /** How long it is still too early; a new number begins anew, and so does another `key`. */
  seconds: number;
  label: string;
  /** Shown while it is too early; `{seconds}` stands for what is left. */
  waitLabel: string;
  /** Announced to screen readers when the wait is over. */
  readyLabel: string;
  onResend: () => void;
}

const TICK_MS = 250;

/**
 * Asks for the code again, not before its time. The button keeps its place and focus while one waits; the count is seen
 * all the time, but announced to screen readers only at its start and end.
 */
export function ResendButton({ seconds, label, waitLabel, readyLabel, onResend }: ResendButtonProps) {
  const left = useSecondsLeft(seconds);
  const isEarly = left > 0;
  const wait = (value: number) => waitLabel.replace('{seconds}', String(value));
  return (
    <div className={styles.resend}>
      <button
        type="button"
        className={buttonClass('plain')}
        aria-disabled={isEarly || undefined}
        onClick={() => {
          if (!isEarly) onResend();
        }}
      >
        {label}
      </button>
      {isEarly && (
        <span className={styles.wait} role="timer">
          {wait(left)}
        </span>
      )}
      <VisuallyHidden>
        <span role="status">{isEarly ? `${label}: ${wait(seconds)}` : readyLabel}</span>
      </VisuallyHidden>
    </div>
  );
}

/** What is left of so many seconds. Counts by the monotonic clock, so that a sleeping tab does not wait longer. */
export function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    setLeft(seconds);
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
