import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import styles from './fact-row.module.css';

interface FactRowProps {
  label?: ReactNode;
  value: ReactNode;
  /** A qualifier of the value: "не підтверджено". */
  note?: ReactNode;
  /** The note needs attention. */
  isWarning?: boolean;
  actions?: ReactNode;
}

/** One fact of the settings with its actions. */
export function FactRow({ label, value, note, isWarning = false, actions }: FactRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.fact}>
        {label && <p className={styles.label}>{label}</p>}
        <p className={styles.value}>{value}</p>
        {note && <p className={classes(styles.note, isWarning && styles.warning)}>{note}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
