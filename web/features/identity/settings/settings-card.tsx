import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';
import styles from './settings-card.module.css';

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
      <div className={styles.part}>
        <div className={styles.head}>
          <h2 id={id} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {lead && <p className={styles.quiet}>{lead}</p>}
        </div>
        {children}
      </div>
    </Card>
  );
}
