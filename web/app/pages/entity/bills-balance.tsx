import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { text } from '#web/app/text.ts';
import { AccountHead } from '#web/features/accounts/entity/account-head.tsx';
import { EntityBalance } from '#web/features/balance/entity/entity-balance.tsx';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/bills/balance');

/** `/cabinet/entity/bills/balance?on=`: the balances of the chosen account at a date. */
export default function EntityBalancePage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const { on } = route.useSearch();
  const navigate = route.useNavigate();
  const [paying, setPaying] = useState<{ of: string; purpose: PayPurpose }>();
  const close = useCallback(() => setPaying(undefined), []);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.balance} suffix={text.productName} />
      <SectionTabs />
      <AccountHead account={account} />
      <EntityBalance
        key={account}
        account={account}
        on={on}
        onFilter={(day) =>
          void navigate({ search: day === undefined ? {} : { on: day }, resetScroll: false })
        }
        onPay={(due) => setPaying({ of: account, purpose: { kind: 'energy', due } })}
      />
      <PayInDialog
        account={account}
        // A dialog opened for one account must not pay for another.
        purpose={paying?.of === account ? paying.purpose : undefined}
        onClose={close}
      />
    </main>
  );
}
