import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatText } from '#contract/messages/format-text.ts';
import { showTip } from '#web/ui/tips.ts';
import { type Choice, notificationsQuery, sendChoice } from './api.ts';
import styles from './choice-group.module.css';
import { text } from './text.ts';
import { withChoice } from './with-choice.ts';

interface ChoiceSwitchProps {
  choice: Choice;
  isOn: boolean;
  isDisabled: boolean;
}

/** One channel of one kind: kept as soon as it is switched; put back, with the reason, when it could not be kept. */
export function ChoiceSwitch({ choice, isOn, isDisabled }: ChoiceSwitchProps) {
  const client = useQueryClient();
  const show = (on: boolean) =>
    client.setQueryData(notificationsQuery.queryKey, (known) => known && withChoice(known, choice, on));
  const { mutate } = useMutation({
    // One after the other: a switch that is pressed twice ends as it was pressed last.
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
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      {text.channels[choice.channel]}
    </label>
  );
}
