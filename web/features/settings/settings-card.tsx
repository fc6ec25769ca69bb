import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';
import styles from './settings-card.module.css';

interface SettingsCardProps {
  title: string;
  /** The heading's own id, where it takes the focus. */
  headingId?: string;
  lead?: string;
  busy?: boolean;
  children: ReactNode;
}

/** One part of the settings: what it is about, and what it says. */
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
