import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import styles from './fact-row.module.css';
import settingsCardStyles from './settings-card.module.css';

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

interface SettingsCardProps {
  title: string;
  /** The id of the heading, when it receives the focus. */
  headingId?: string;
  lead?: string;
  busy?: boolean;
  children: ReactNode;
}

/** One section of the settings. */
export function SettingsCard({ title, headingId, lead, busy = false, children }: SettingsCardProps) {
  const made = useId();
  const id = headingId ?? made;
  return (
    <Card labelledBy={id} busy={busy}>
      <div className={settingsCardStyles.part}>
        <div className={settingsCardStyles.head}>
          <h2 id={id} tabIndex={-1} className={settingsCardStyles.title}>
            {title}
          </h2>
          {lead && <p className={settingsCardStyles.quiet}>{lead}</p>}
        </div>
        {children}
      </div>
    </Card>
  );
}
