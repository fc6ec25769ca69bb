import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { getPaymentReminder, remindOfPayment } from '#contract/payments/payment-reminders.ts';
import { accountCallKey, accountQuery } from '#web/lib/account-query.ts';
import { callApi } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { PayPurpose } from './pay-purpose.ts';
import { RemindForm } from './remind-form.tsx';
import styles from './remind-panel.module.css';
import { text } from './remind-text.ts';

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
  const { data, error, isFetching, refetch } = useQuery(accountQuery(getPaymentReminder, account));
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

  if (!data) {
    return error ? (
      <FailedPart
        title={text.failed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <div aria-busy="true" className={styles.waiting}>
        <VisuallyHidden>{text.loading}</VisuallyHidden>
        <Skeleton />
        <Skeleton shape="tile" />
      </div>
    );
  }
  const { on, channels, to } = data;
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
              <Button kind="plain" busy={isBusy} disabled={!isOnline} onClick={() => void save(null)}>
                {text.remove}
              </Button>
            </>
          }
        >
          {channels.length > 0 &&
            formatText(text.by, { channels: channels.map((channel) => text.channels[channel]).join(', ') })}
        </Notice>
      )}
      {!isSet && first === undefined && (
        <Notice
          kind="warn"
          title={text.noChannels}
          actions={
            <Link to="/cabinet/person/settings/notifications" className={buttonClass()}>
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
}
