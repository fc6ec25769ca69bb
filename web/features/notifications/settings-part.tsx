import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';
import styles from './settings-part.module.css';

interface SettingsPartProps {
  title: string;
  lead: string;
  busy?: boolean;
  children: ReactNode;
}

/** One section of the page. */
export function SettingsPart({ title, lead, busy = false, children }: SettingsPartProps) {
  const id = useId();
  return (
    <Card labelledBy={id} busy={busy}>
      <div className={styles.part}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <p className={styles.quiet}>{lead}</p>
        </div>
        {children}
      </div>
    </Card>
  );
}
