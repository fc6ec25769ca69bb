import { getRouteApi } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { ViolationActs } from '#web/app/page-parts/violation-acts.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { AccountLine } from '#web/features/accounts/entity/account-head.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/docs/violations');

/** `/cabinet/entity/docs/violations`: violation acts of the chosen account with their stages, documents and payment. */
export default function EntityViolationsPage() {
  const navigate = route.useNavigate();
  const account = useSessionStore((store) => store.entity.user.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.violations} suffix={text.productName} />
      <SectionTabs />
      <AccountLine account={account} />
      <ViolationActs
        account={account}
        search={route.useSearch()}
        onFilter={(chosen) => void navigate({ search: chosen })}
      />
    </main>
  );
}
