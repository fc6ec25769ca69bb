import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { getPaymentReminder, remindOfPayment } from '#contract/payments/payment-reminders.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { accountCallKey, accountQuery } from '#web/lib/account-query.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { showTip } from '#web/ui/tips.ts';
import { text } from './text.ts';

/**
 * Sets a payment reminder for tomorrow in one press and shows its channel. Once set, or when no channel is available,
 * the button opens the dialog to change or remove it.
 */
export function RemindButton({ account, onOpen }: { account: string; onOpen: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery(accountQuery(getPaymentReminder, account));
  const [isBusy, setBusy] = useState(false);

  const setForTomorrow = async () => {
    const on = addDays(kyivDateOf(deviceNow()), 1);
    setBusy(true);
    const result = await callApi(remindOfPayment, { account, on });
    setBusy(false);
    // The dialog shows the failure and what to do next.
    if (!result.ok) return onOpen();
    client.setQueryData(accountCallKey(account, getPaymentReminder.path), result.data);
    const [channel = 'push'] = result.data.channels;
    const to = (result.data.to ?? '').replaceAll(' ', '\u00a0');
    showTip('good', formatText(text.remindedBy[channel], { to }));
  };

  const canSet = data !== undefined && data.on === null && data.channels.length > 0 && navigator.onLine;
  return (
    <Button kind="plain" busy={isBusy} onClick={() => (canSet ? void setForTomorrow() : onOpen())}>
      {data?.on ? text.reminded.replace('{date}', showDate(data.on)) : text.remind}
    </Button>
  );
}
