import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { personBalance } from '#contract/balance.ts';
import { listBills } from '#contract/bills.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { NotificationChannel } from '#contract/notifications.ts';
import { getPaymentReminder, remindOfPayment } from '#contract/payments/payment-reminders.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, compareDates, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate } from '#web/lib/format.ts';
import { accountCallKey, accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ChoiceButtons } from '#web/ui/form/choice-buttons.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { PayPurpose } from './pay-purpose.ts';
import styles from './remind-panel.module.css';
import { text } from './remind-text.ts';

/** Preset days; the day before the due date only while it is after tomorrow. */
interface RemindDays {
  readonly tomorrow: LocalDate;
  readonly beforeDue: LocalDate | undefined;
  /** The last day that can be chosen. */
  readonly last: LocalDate;
}

const MAX_DAYS_AHEAD = 366;

/** The days on which a payment reminder can be set. */
export function remindDays(today: LocalDate, dueOn: string | undefined): RemindDays {
  const tomorrow = addDays(today, 1);
  const before = dueOn === undefined ? undefined : addDays(localDate(dueOn), -1);
  return {
    tomorrow,
    beforeDue: before !== undefined && compareDates(before, tomorrow) > 0 ? before : undefined,
    last: addDays(today, MAX_DAYS_AHEAD),
  };
}

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
function RemindForm({ account, purpose, channel, to, isBusy, isOnline, onSave }: RemindFormProps) {
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

interface RemindPanelProps {
  account: string;
  purpose: PayPurpose;
  onPay: () => void;
  onClose: () => void;
}

/** The single payment reminder of an account: set, moved to another day, removed. */
export function RemindPanel({ account, purpose, onPay, onClose }: RemindPanelProps) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const isEntity = useSessionStore((state) => state.session?.type === 'entity');
  const query = useQuery(accountQuery(getPaymentReminder, account));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isMoving, setMoving] = useState(false);
  const [wasRemoved, setRemoved] = useState(false);

  const save = async (on: string | null) => {
    setBusy(true);
    setFailure(undefined);
    const result = await callApi(remindOfPayment, { account, on });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure.message);
    client.setQueryData(accountCallKey(account, getPaymentReminder.path), result.data);
    setMoving(false);
    setRemoved(on === null);
  };

  return (
    <QueryPart
      query={query}
      failed={text.failed}
      skeleton={
        <div aria-busy="true" className={styles.waiting}>
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton />
          <Skeleton shape="tile" />
        </div>
      }
    >
      {({ on, channels, to }) => {
        const [first] = channels;
        const isSet = on !== null && !isMoving;
        return (
          <div className={styles.panel}>
            {isSet && (
              <Notice
                kind="good"
                live="status"
                title={formatText(text.set, { date: showDate(on) })}
                actions={
                  <>
                    <Button disabled={!isOnline} onClick={() => setMoving(true)}>
                      {text.otherDay}
                    </Button>
                    <Button
                      data-changes
                      kind="plain"
                      busy={isBusy}
                      disabled={!isOnline}
                      onClick={() => void save(null)}
                    >
                      {text.remove}
                    </Button>
                  </>
                }
              >
                {channels.length > 0 &&
                  formatText(text.by, {
                    channels: channels.map((channel) => text.channels[channel]).join(', '),
                  })}
              </Notice>
            )}
            {!isSet && first === undefined && (
              <Notice
                kind="warn"
                title={text.noChannels}
                actions={
                  <Link
                    to={
                      isEntity
                        ? '/cabinet/entity/settings/notifications'
                        : '/cabinet/person/settings/notifications'
                    }
                    className={buttonClass()}
                  >
                    {text.settings}
                  </Link>
                }
              >
                {text.noChannelsHint}
              </Notice>
            )}
            {!isSet && first !== undefined && (
              <>
                {wasRemoved && <p role="status">{text.removed}</p>}
                <RemindForm
                  account={account}
                  purpose={purpose}
                  channel={first}
                  to={to ?? ''}
                  isBusy={isBusy}
                  isOnline={isOnline}
                  onSave={(day) => void save(day)}
                />
              </>
            )}
            {failure && (
              <Notice kind="bad" live="alert" title={text.notSaved}>
                {failure}
              </Notice>
            )}
            {!isOnline && <Notice kind="info">{text.offline}</Notice>}
            <div className={styles.actions}>
              <Button kind="plain" onClick={onPay}>
                {text.pay}
              </Button>
              <Button kind="plain" onClick={onClose}>
                {text.close}
              </Button>
            </div>
          </div>
        );
      }}
    </QueryPart>
  );
}
