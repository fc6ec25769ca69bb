import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
} from '#contract/notifications.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { showTip } from '#web/ui/tip-area.tsx';
import {
  type Choice,
  type NotificationSettings,
  notificationsQuery,
  sendBillFiles,
  sendChoice,
} from './api.ts';
import styles from './choice-group.module.css';
import { text } from './text.ts';

/** Whether a channel has a destination; a choice for a channel without one is stored for later. */
export function hasDestination(
  channel: NotificationChannel,
  { phone, email, emailConfirmed, devices }: NotificationSettings,
): boolean {
  if (channel === 'sms') return phone !== '';
  if (channel === 'mail') return email !== '' && emailConfirmed;
  return devices > 0;
}

/** Whether notifications of a kind are sent by a channel: it is on and has a destination. */
export function isDelivered({ kind, channel }: Choice, settings: NotificationSettings): boolean {
  const isChosen = settings.chosen.some((one) => one.kind === kind && one.channel === channel);
  return isChosen && hasDestination(channel, settings);
}

/** The settings with one channel of one kind on or off. */
export function applyChoice(
  settings: NotificationSettings,
  { kind, channel }: Choice,
  isOn: boolean,
): NotificationSettings {
  const others = settings.chosen.filter((one) => one.kind !== kind || one.channel !== channel);
  return { ...settings, chosen: isOn ? [...others, { kind, channel }] : others };
}

interface BillFilesSwitchProps {
  isOn: boolean;
  isDisabled: boolean;
}

const billLetter = { kind: 'billIssued', channel: 'mail' } as const;

/** Files require the letters. */
const shown = (known: NotificationSettings, on: boolean): NotificationSettings => ({
  ...(on ? applyChoice(known, billLetter, true) : known),
  billFiles: on,
});

/** Whether bills are sent by e-mail with their PDF: saved when switched, reverted when saving fails. */
function BillFilesSwitch({ isOn, isDisabled }: BillFilesSwitchProps) {
  const client = useQueryClient();
  const show = (on: boolean) =>
    client.setQueryData(notificationsQuery.queryKey, (known) => known && shown(known, on));
  const { mutate } = useMutation({
    scope: { id: 'notification-choices' },
    mutationFn: sendBillFiles,
    onMutate: show,
    onSuccess: (result, on) => {
      if (result.ok) return;
      show(!on);
      showTip('bad', `${text.billFilesFailed} ${result.failure.message}`);
    },
  });
  return (
    <label className={styles.switch}>
      <input
        data-changes
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {text.billFiles}
    </label>
  );
}

interface ChoiceSwitchProps {
  choice: Choice;
  isOn: boolean;
  isDisabled: boolean;
}

/** One channel of one kind: saved when switched, reverted with the reason when saving fails. */
function ChoiceSwitch({ choice, isOn, isDisabled }: ChoiceSwitchProps) {
  const client = useQueryClient();
  const show = (on: boolean) =>
    client.setQueryData(notificationsQuery.queryKey, (known) => known && applyChoice(known, choice, on));
  const { mutate } = useMutation({
    // Serialised: a switch pressed twice ends in its last state.
    scope: { id: 'notification-choices' },
    mutationFn: (on: boolean) => sendChoice(choice, on),
    onMutate: show,
    onSuccess: (result, on) => {
      if (result.ok) return;
      show(!on);
      const { kind, channel } = choice;
      const words = { kind: text.kinds[kind], channel: text.channels[channel] };
      showTip('bad', `${formatText(text.saveFailed, words)} ${result.failure.message}`);
    },
  });
  return (
    <label className={styles.switch}>
      <input
        data-changes
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {text.channels[choice.channel]}
    </label>
  );
}

interface ChoiceGroupProps {
  title: string;
  kinds: readonly NotificationKind[];
  settings: NotificationSettings;
}

/** The kinds of a group, each with its channels. */
export function ChoiceGroup({ title, kinds, settings }: ChoiceGroupProps) {
  const id = useId();
  const isOnline = useOnline();
  // An invoice is opened in the cabinet: its files are the invoice, the act and the workbook.
  const hasBillFiles = useSessionStore((state) => state.session?.type !== 'entity');
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
                isOn={isDelivered({ kind, channel }, settings)}
                isDisabled={!isOnline || !hasDestination(channel, settings)}
              />
            ))}
          </div>
          {kind === 'billIssued' && hasBillFiles && (
            <BillFilesSwitch
              isOn={settings.billFiles && isDelivered({ kind, channel: 'mail' }, settings)}
              isDisabled={!isOnline || !hasDestination('mail', settings)}
            />
          )}
        </fieldset>
      ))}
    </section>
  );
}
