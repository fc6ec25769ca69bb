import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { AccountLine } from '#web/features/accounts/entity/account-head.tsx';
import { BalanceDay, EntityBalance } from '#web/features/balance/entity/entity-balance.tsx';
import { text as balanceText } from '#web/features/balance/text.ts';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/bills/balance');

/** `/cabinet/entity/bills/balance?on=`: the balances of the chosen account at a day, and payment of the debt. */
export default function EntityBalancePage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const navigate = route.useNavigate();
  const mayPay = useMay('money', 'change');
  const { on } = route.useSearch();
  const [paying, setPaying] = useState<{ of: string; purpose: PayPurpose; reminds: boolean }>();
  const close = useCallback(() => setPaying(undefined), []);
  // A dialog opened for one account must not pay for another.
  const open = paying?.of === account ? paying : undefined;
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.balance} suffix={text.productName} />
      <SectionTabs />
      <Stack gap="2">
        <AccountLine account={account} />
        <BalanceDay
          on={on}
          onDay={(day) => void navigate({ search: day === undefined ? {} : { on: day }, resetScroll: false })}
        />
      </Stack>
      <EntityBalance
        key={account}
        account={account}
        on={on}
        onPay={
          mayPay
            ? (due, reminds) => setPaying({ of: account, purpose: { kind: 'energy', due }, reminds })
            : undefined
        }
        invoiceLink={(period, words) => (
          <Link to="/cabinet/entity/bills/invoices" search={{ period, payee: 'supplier' }}>
            {words}
          </Link>
        )}
        transitLink={
          <Link to="/cabinet/entity/bills/payments" search={{ state: 'inTransit' }}>
            {balanceText.toTransit}
          </Link>
        }
      />
      <PayInDialog account={account} purpose={open?.purpose} reminds={open?.reminds} onClose={close} />
    </main>
  );
}
