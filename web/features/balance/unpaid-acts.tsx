import { useQuery } from '@tanstack/react-query';
import { personBalance } from '#contract/balance.ts';
import { supportMessages } from '#contract/messages/support-messages.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { showMoney } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { balanceFacts } from './balance-facts.ts';
import { text } from './text.ts';

/** The warning of unpaid violation acts; nothing when there are none. */
export function UnpaidActs({ account }: { account: string }) {
  const { data } = useQuery(accountQuery(personBalance, account));
  const acts = data && balanceFacts(data.balance).acts;
  if (!acts) return null;
  return (
    <Notice
      kind="warn"
      title={supportMessages['documents.unpaidViolationActs'].replace('{sum}', showMoney(acts.sum))}
    >
      {text.unpaidActsHint}
    </Notice>
  );
}
