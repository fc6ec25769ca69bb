import { getRouteApi, Link } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { FeedInPanel } from '#web/features/feed-in/feed-in-panel.tsx';
import { text as words } from '#web/features/feed-in/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/docs/green-tarif');

/** `/cabinet/person/docs/green-tarif`: feed-in of the object, and its acts. */
export default function DocsGreenPage() {
  const { year } = route.useSearch();
  const navigate = route.useNavigate();
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.green} suffix={text.productName} />
      <SectionTabs />
      <FeedInPanel
        key={account}
        account={account}
        year={year}
        onYear={(chosen) => void navigate({ search: (old) => ({ ...old, year: chosen }) })}
        guideLink={
          <Link to="/cabinet/person/directory/guide" hash="aktyvnyi-spozhyvach" className={buttonClass()}>
            {words.guide}
          </Link>
        }
      />
    </main>
  );
}
