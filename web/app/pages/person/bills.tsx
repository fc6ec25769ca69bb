import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { text as balanceText } from '#web/features/balance/text.ts';
import { UnpaidActsWarning } from '#web/features/balance/unpaid-acts-warning.tsx';
import { BillArchive } from '#web/features/bills/archive/bill-archive.tsx';
import { BillList } from '#web/features/bills/bill-list.tsx';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/bills`: the bills of the chosen object by month, and payment of the debt. */
export default function BillsPage() {
  const { account, accounts } = useSessionStore((state) => state.person);
  const [paying, setPaying] = useState<{ of: string; purpose: PayPurpose }>();
  const close = useCallback(() => setPaying(undefined), []);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.bills} suffix={text.productName} />
      <SectionTabs />
      <BillList
        account={account}
        onPay={(due, period) => setPaying({ of: account, purpose: { kind: 'energy', due, period } })}
        lead={
          <>
            <UnpaidActsWarning
              account={account}
              link={
                <Link to="/cabinet/person/docs/violations" className={buttonClass()}>
                  {balanceText.toActs}
                </Link>
              }
            />
            <BillArchive account={account} objectCount={accounts.length} />
          </>
        }
        linkTo={(period, row) => (
          <Link to="/cabinet/person/bills/$period" params={{ period }}>
            {row}
          </Link>
        )}
      />
      <PayInDialog
        account={account}
        // A dialog opened for one object must not pay for another.
        purpose={paying?.of === account ? paying.purpose : undefined}
        onClose={close}
      />
    </main>
  );
}
