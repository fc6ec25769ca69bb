import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills/bills.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { NotificationChannel } from '#contract/notifications.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { PayPurpose } from './pay-purpose.ts';
import { remindDays } from './remind-days.ts';
import styles from './remind-panel.module.css';
import { text } from './remind-text.ts';

interface RemindFormProps {
  account: string;
  purpose: PayPurpose;
  isBusy: boolean;
  /** The first channel of the reminder. */
  channel: NotificationChannel;
  to: string;
  isOnline: boolean;
  onSave: (day: string) => void;
}

type Choice = 'tomorrow' | 'beforeDue' | 'other';

/** The day of a reminder: preset, or any other. */
export function RemindForm({ account, purpose, channel, to, isBusy, isOnline, onSave }: RemindFormProps) {
  const id = useId();
  const days = remindDays(kyivDateOf(deviceNow()), useDueOn(account, purpose));
  const [choice, setChoice] = useState<Choice>('tomorrow');
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const day = choice === 'other' ? typed : (days[choice] ?? days.tomorrow);
  const isValid = day >= days.tomorrow && day <= days.last;
  const choices = (['tomorrow', 'beforeDue', 'other'] as const).flatMap((value) => {
    const date = value === 'other' ? '' : days[value];
    return date === undefined
      ? []
      : [{ value, label: formatText(text[value], { date: date && showDate(date) }) }];
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(!isValid);
        if (isValid && isOnline) onSave(day);
        else document.getElementById(id)?.focus();
      }}
    >
      <p>{text.lead}</p>
      <ChoiceButtons label={text.days} choices={choices} chosen={choice} onChoose={setChoice} />
      {choice === 'other' && (
        <TextField
          id={id}
          type="date"
          label={text.date}
          hint={text.dateHint}
          error={
            isRefused && !isValid
              ? formatText(text.dateWrong, { from: showDate(days.tomorrow), to: showDate(days.last) })
              : undefined
          }
          min={days.tomorrow}
          max={days.last}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Button type="submit" kind="lamp" busy={isBusy} disabled={!isOnline}>
        {isBusy
          ? text.saving
          : choice === 'tomorrow'
            ? formatText(text.tomorrowBy[channel], { to: to.replaceAll(' ', '\u00a0') })
            : isValid
              ? formatText(text.remind, { date: showDate(day) })
              : text.remindNothing}
      </Button>
    </form>
  );
}

/** The due date of the act, else of the last bill. */
function useDueOn(account: string, purpose: PayPurpose): string | undefined {
  const isAct = purpose.kind === 'violationAct';
  const balance = useQuery({ ...accountQuery(personBalance, account), enabled: isAct });
  const bills = useQuery({ ...accountQuery(listBills, account), enabled: !isAct });
  if (!isAct) return bills.data?.bills[0]?.dueOn;
  const act = balance.data?.balance.debetAct.items.find(({ number }) => number === purpose.actNumber);
  return act?.due ?? undefined;
}
