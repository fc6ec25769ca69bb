import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showTip } from '#web/ui/tips.ts';
import { type NotificationSettings, notificationsQuery, sendBillFiles } from './api.ts';
import styles from './choice-group.module.css';
import { text } from './text.ts';
import { withChoice } from './with-choice.ts';

interface BillFilesSwitchProps {
  isOn: boolean;
  isDisabled: boolean;
}

const billLetter = { kind: 'billIssued', channel: 'mail' } as const;

/** Whoever wants the files gets the letters, too. */
const shown = (known: NotificationSettings, on: boolean): NotificationSettings => ({
  ...(on ? withChoice(known, billLetter, true) : known),
  billFiles: on,
});

/** Whether bills come as PDF with their letters: kept as soon as it is switched; put back when it could not be kept. */
export function BillFilesSwitch({ isOn, isDisabled }: BillFilesSwitchProps) {
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
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {text.billFiles}
    </label>
  );
}
