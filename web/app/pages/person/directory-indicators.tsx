import { getRouteApi, Link } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { readingSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { IndicatorsHistory } from '#web/features/readings/history/indicators-history.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/directory/indicators-history');

/** `/cabinet/person/directory/indicators-history`: every reading with its source and status. */
export default function DirectoryIndicatorsPage() {
  const account = useSessionStore((state) => state.person.account);
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.indicators} suffix={text.productName} />
      <SectionTabs />
      <IndicatorsHistory
        key={account}
        account={account}
        filter={readSearch(readingSearch, route.useSearch())}
        onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
        giveLink={
          <Link to="/cabinet/person/indication" className={buttonClass('quiet')}>
            {pageText.pages.indication}
          </Link>
        }
      />
    </main>
  );
}
