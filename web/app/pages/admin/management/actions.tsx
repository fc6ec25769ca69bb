import { getRouteApi, Link } from '@tanstack/react-router';
import { staffActionSearch } from '#contract/identity/staff-actions.ts';
import { readSearch } from '#contract/page-search.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { StaffActionList } from '#web/features/identity/staff-actions/staff-action-list.tsx';
import { text } from '#web/features/identity/staff-actions/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/admin/management/actions');

/** `/cabinet/admin/management/actions?who=&of=&from=&to=`: what the staff changed, for the owner. */
export default function StaffActionsPage() {
  const navigate = route.useNavigate();
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={[]}>
        <StaffActionList
          filter={readSearch(staffActionSearch, route.useSearch())}
          onFilter={(filter) => void navigate({ search: { ...filter }, resetScroll: false })}
          linkTo={({ page, account, id }) =>
            page === 'conversation' ? (
              <Link to="/cabinet/admin/management/desk" search={{ account, id }}>
                {text.places.conversation}
              </Link>
            ) : (
              <Link to="/cabinet/admin/management/readings-review" search={{ account, review: id }}>
                {text.places.review}
              </Link>
            )
          }
        />
      </ForRoles>
    </main>
  );
}
