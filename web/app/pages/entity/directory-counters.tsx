import { getRouteApi, Link } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { counterSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { CounterHistory } from '#web/features/readings/counters/counter-history.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/directory/counter-history');

/** `/cabinet/entity/directory/counter-history?eic=`: the life line of each point. */
export default function EntityCountersPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.counters} suffix={text.productName} />
      <SectionTabs />
      <CounterHistory
        key={account}
        account={account}
        filter={readSearch(counterSearch, route.useSearch())}
        onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
        giveLink={
          <Link to="/cabinet/entity/indication" className={buttonClass('quiet')}>
            {pageText.pages.indication}
          </Link>
        }
      />
    </main>
  );
}
