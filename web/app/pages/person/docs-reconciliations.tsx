import { Link } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { Reconciliations } from '#web/features/reconciliations/reconciliations.tsx';
import { text as words } from '#web/features/reconciliations/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { DocsTabs } from './docs-tabs.tsx';
import styles from './pages.module.css';

/** `/cabinet/person/docs/reconciliations`: acts of reconciliation of the chosen object, made on request. */
export default function DocsReconciliationsPage() {
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.pages.reconciliations} suffix={text.productName} />
      <DocsTabs />
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
