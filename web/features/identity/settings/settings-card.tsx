import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
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
        {label && (
          <Text size="s" tone="quiet">
            {label}
          </Text>
        )}
        <p className={styles.value}>{value}</p>
        {note && (
          <Text size="s" tone={isWarning ? 'warn' : 'quiet'}>
            {note}
          </Text>
        )}
      </div>
      {actions && <Row gap="1">{actions}</Row>}
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
      <Stack gap="3">
        <Stack gap="1">
          <h2 id={id} tabIndex={-1} className={settingsCardStyles.title}>
            {title}
          </h2>
          {lead && <Text tone="quiet">{lead}</Text>}
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}
