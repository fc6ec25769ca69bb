import { getRouteApi, Link } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { pointSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { PointList } from '#web/features/contracts/point-list.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/settings/meters');

/** `/cabinet/entity/settings/meters?q=&class=&feature=`: the metering points with their passports. */
export default function EntityMetersPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.meters} suffix={text.productName} />
      <SectionTabs />
      <PointList
        key={account}
        account={account}
        filter={readSearch(pointSearch, route.useSearch())}
        onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
        historyLink={(eic, words) => (
          <Link to="/cabinet/entity/directory/counter-history" search={{ eic }}>
            {words}
          </Link>
        )}
      />
    </main>
  );
}
