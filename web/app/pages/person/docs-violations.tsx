import { getRouteApi } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { ViolationActs } from '#web/app/page-parts/violation-acts.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/docs/violations');

/** `/cabinet/person/docs/violations`: violation acts of the object with their stages, documents and payment. */
export default function DocsViolationsPage() {
  const navigate = route.useNavigate();
  const account = useSessionStore((store) => store.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.violations} suffix={text.productName} />
      <SectionTabs />
      <ViolationActs
        account={account}
        search={route.useSearch()}
        onFilter={(chosen) => void navigate({ search: ({ state: _, ...rest }) => ({ ...rest, ...chosen }) })}
      />
    </main>
  );
}
