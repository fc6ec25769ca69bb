import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { personBalance } from '#contract/balance.ts';
import { violationActMessages } from '#contract/messages/violation-act-messages.ts';
import { showDate, showMoney, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Balance, balanceFacts } from './balance-facts.ts';
import { text } from './text.ts';
import styles from './unpaid-acts.module.css';

type Act = Balance['debetAct']['items'][number];

interface UnpaidActsProps {
  account: string;
  /** The link to the acts. */
  link: ReactNode;
  /** Opens the payment of an act. */
  onPay: (act: Act) => void;
}

/** The warning of unpaid violation acts, each with a pay button; renders nothing without unpaid acts. */
export function UnpaidActs({ account, link, onPay }: UnpaidActsProps) {
  const { data } = useQuery(accountQuery(personBalance, account));
  const acts = data && balanceFacts(data.balance).acts;
  if (!acts) return null;
  return (
    <Notice
      kind="warn"
      title={violationActMessages['documents.unpaidViolationActs'].replace('{sum}', showMoney(acts.sum))}
      actions={link}
    >
      {text.unpaidActsHint}
      <ul className={styles.acts}>
        {data.balance.debetAct.items.map((act) => (
          <li key={act.number}>
            <div>
              <p>
                {text.act.replace('{number}', act.number).replace('{date}', showDate(act.date))}{' '}
                <b className={styles.sum}>{showSum(act.sum)}</b>
              </p>
              {act.due && <Text size="s">{text.actDue.replace('{date}', showDate(act.due))}</Text>}
            </div>
            <Button onClick={() => onPay(act)}>
              {text.payAct}
              <VisuallyHidden> № {act.number}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
