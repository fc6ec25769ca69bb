import { getRouteApi, Link } from '@tanstack/react-router';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { pageNameOf } from '#web/app/page-parts/page-name.ts';
import { readFilter } from '#web/features/feedback/stats/feedback-filter.ts';
import { FeedbackStats } from '#web/features/feedback/stats/feedback-stats.tsx';
import { text } from '#web/features/feedback/stats/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/admin/feedback/stats');

/** `/cabinet/admin/feedback/stats?from=&to=&source=&page=&mark=&q=&by=`: marks of customers and their texts. */
export default function FeedbackStatsPage() {
  const navigate = route.useNavigate();
  const filter = readFilter(route.useSearch());
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['operator', 'content', 'analyst']}>
        <FeedbackStats
          filter={filter}
          onFilter={(next) => void navigate({ search: { ...next }, resetScroll: false })}
          nameOf={pageNameOf}
          linkTo={(next, words) => (
            <Link to="/cabinet/admin/feedback/stats" search={{ ...next }} resetScroll={false}>
              {words}
            </Link>
          )}
        />
      </ForRoles>
    </main>
  );
}
