import { getRouteApi, Link } from '@tanstack/react-router';
import { closingExceptionSearch } from '#contract/billing-periods.ts';
import { readSearch } from '#contract/page-search.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { ClosingRuns } from '#web/features/billing-periods/runs/closing-runs.tsx';
import { text } from '#web/features/billing-periods/runs/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/admin/management/runs');

/** `/cabinet/admin/management/runs?kind=&of=`: the months of billing, dry runs and closings. */
export default function ClosingRunsPage() {
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['billing', 'operator']}>
        <ClosingRuns
          filter={readSearch(closingExceptionSearch, route.useSearch())}
          onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
          linkTo={(account) => (
            <Link to="/cabinet/admin/management/master-data" search={{ account }}>
              {account}
            </Link>
          )}
          reviewLink={<Link to="/cabinet/admin/management/readings-review">{text.undecidedLink}</Link>}
        />
      </ForRoles>
    </main>
  );
}
