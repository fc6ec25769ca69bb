import styles from './statements.module.css';

/** Progress as a native bar with a label. */
export function ProgressBar({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <p className={styles.progress}>
      <progress aria-label={label} max={Math.max(total, 1)} value={Math.min(done, total)} />
      <span>{label}</span>
    </p>
  );
}
