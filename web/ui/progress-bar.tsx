import styles from './progress-bar.module.css';

/** Progress as a native bar with its words. `done` and `total` in any unit; a total of 0 is an empty bar. */
export function ProgressBar({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <p className={styles.progress}>
      <progress aria-label={label} max={Math.max(total, 1)} value={Math.min(done, total)} />
      <span>{label}</span>
    </p>
  );
}
