import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { readSearch } from '#contract/page-search.ts';
import { actSearch } from '#contract/pages.ts';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { text } from '#web/app/text.ts';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { ActsPanel } from '#web/features/violation-acts/acts-panel.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/docs/violations');

/** `/cabinet/person/docs/violations`: violation acts of the object with their stages, documents and payment. */
export default function DocsViolationsPage() {
  const filter = readSearch(actSearch, route.useSearch());
  const navigate = route.useNavigate();
  const account = useSessionStore((store) => store.person.account);
  const [paying, setPaying] = useState<{ account: string; purpose: PayPurpose }>();
  const close = useCallback(() => setPaying(undefined), []);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.violations} suffix={text.productName} />
      <SectionTabs />
      <ActsPanel
        key={account}
        account={account}
        filter={filter}
        onFilter={(chosen) => void navigate({ search: ({ state: _, ...rest }) => ({ ...rest, ...chosen }) })}
        onPay={({ actNumber, owed }) =>
          setPaying({ account, purpose: { kind: 'violationAct', actNumber, sum: owed } })
        }
      />
      <PayInDialog
        account={account}
        // A dialog opened for one object must not pay for another.
        purpose={paying?.account === account ? paying.purpose : undefined}
        onClose={close}
      />
    </main>
  );
}
