import { useId } from 'react';
import { type NotificationKind, notificationChannels } from '#contract/notifications.ts';
import { useOnline } from '#web/lib/use-online.ts';
import type { NotificationSettings } from './api.ts';
import { BillFilesSwitch } from './bill-files-switch.tsx';
import styles from './choice-group.module.css';
import { ChoiceSwitch } from './choice-switch.tsx';
import { isHeard, leadsSomewhere } from './leads-somewhere.ts';
import { text } from './text.ts';

interface ChoiceGroupProps {
  title: string;
  kinds: readonly NotificationKind[];
  settings: NotificationSettings;
}

/** Kinds of a group below each other, each with its channels. */
export function ChoiceGroup({ title, kinds, settings }: ChoiceGroupProps) {
  const id = useId();
  const isOnline = useOnline();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {kinds.map((kind) => (
        <fieldset key={kind} className={styles.kind} aria-describedby={`${id}-${kind}`}>
          <legend className={styles.legend}>{text.kinds[kind]}</legend>
          <p className={styles.hint} id={`${id}-${kind}`}>
            {text.hints[kind]}
          </p>
          <div className={styles.channels}>
            {notificationChannels.map((channel) => (
              <ChoiceSwitch
                key={channel}
                choice={{ kind, channel }}
                isOn={isHeard({ kind, channel }, settings)}
                isDisabled={!isOnline || !leadsSomewhere(channel, settings)}
              />
            ))}
          </div>
          {kind === 'billIssued' && (
            <BillFilesSwitch
              isOn={settings.billFiles && isHeard({ kind, channel: 'mail' }, settings)}
              isDisabled={!isOnline || !leadsSomewhere('mail', settings)}
            />
          )}
        </fieldset>
      ))}
    </section>
  );
}
