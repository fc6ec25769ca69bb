import { getRouteApi, Link } from '@tanstack/react-router';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { readSearch } from '#contract/page-search.ts';
import { managedActSearch } from '#contract/pages.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { ManagedActView } from '#web/features/violation-acts/manage/managed-act.tsx';
import { ManagedActs } from '#web/features/violation-acts/manage/managed-acts.tsx';
import { text } from '#web/features/violation-acts/manage/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const path = '/cabinet/admin/management/acts';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/admin/management/acts?account=&act=&state=`: violation acts of all accounts, and one of them. */
export default function AdminViolationActsPage() {
  const navigate = route.useNavigate();
  const { act, ...filter } = readSearch(managedActSearch, route.useSearch());
  const roles = useSessionStore((state) => state.admin.roles);
  const mayChange = hasRole(roles, ['billing']);
  const { account } = filter;
  const isOpen = act !== undefined && account !== undefined;
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['billing', 'operator']}>
        {isOpen ? (
          <ManagedActView
            key={`${account} ${act}`}
            account={account}
            actNumber={act}
            mayChange={mayChange}
            listLink={<Link to={path}>{text.back}</Link>}
            accountLink={
              <Link to="/cabinet/admin/management/accounts/$account" params={{ account }}>
                {account}
              </Link>
            }
          />
        ) : (
          <ManagedActs
            filter={filter}
            onFilter={(chosen) => void navigate({ search: { ...chosen }, resetScroll: false })}
            linkTo={(row) => (
              <Link to={path} search={{ account: row.account, act: row.actNumber }}>
                {row.actNumber}
              </Link>
            )}
            mayChange={mayChange}
            onDrawn={(drawn) => void navigate({ search: { account: drawn.account, act: drawn.actNumber } })}
          />
        )}
      </ForRoles>
    </main>
  );
}
