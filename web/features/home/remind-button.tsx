import { useQuery } from '@tanstack/react-query';
import { getPaymentReminder } from '#contract/payment-reminders.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { showDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { text } from './text.ts';

/** To being reminded of paying; once that is set it says when, and leads to changing or removing it. */
export function RemindButton({ account, onPress }: { account: string; onPress: () => void }) {
  const { data } = useQuery(accountQuery(getPaymentReminder, account));
  return (
    <Button kind="plain" onClick={onPress}>
      {data?.on ? text.reminded.replace('{date}', showDate(data.on)) : text.remind}
    </Button>
  );
}
