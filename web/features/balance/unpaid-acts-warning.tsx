import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personBalance } from '#contract/balance.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { violationActMessages } from '#contract/messages/violation-act-messages.ts';
import { showMoney } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { Notice } from '#web/ui/notice.tsx';
import { balanceFacts } from './balance-facts.ts';
import { text } from './text.ts';

interface UnpaidActsWarningProps {
  account: string;
  /** The link to the acts. */
  link: ReactNode;
}

/** Warns above the bills of unpaid violation acts, which are part of no bill; renders nothing without unpaid acts. */
export function UnpaidActsWarning({ account, link }: UnpaidActsWarningProps) {
  const { data } = useQuery(accountQuery(personBalance, account));
  const acts = data && balanceFacts(data.balance).acts;
  if (!acts) return null;
  const title = formatText(violationActMessages['documents.unpaidViolationActs'], {
    sum: showMoney(acts.sum),
  });
  return (
    <Notice kind="warn" title={title} actions={link}>
      {text.unpaidActsHint}
    </Notice>
  );
}
