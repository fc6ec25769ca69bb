import { Link } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { Reconciliations } from '#web/features/reconciliation-acts/reconciliations.tsx';
import { text as words } from '#web/features/reconciliation-acts/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/docs/reconciliations`: reconciliation acts of the chosen object, created on request. */
export default function DocsReconciliationsPage() {
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.reconciliations} suffix={text.productName} />
      <SectionTabs />
      <Reconciliations
        key={account}
        account={account}
        links={
          <Link to="/cabinet/person/bills" className={buttonClass()}>
            {words.toBills}
          </Link>
        }
      />
    </main>
  );
}
