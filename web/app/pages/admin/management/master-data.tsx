import { getRouteApi } from '@tanstack/react-router';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { MasterDataSection } from '#web/features/master-data/master-data.tsx';
import { text } from '#web/features/master-data/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/admin/management/master-data');

/** `/cabinet/admin/management/master-data?account=`: dated changes of an account, recorded by billing. */
export default function AdminMasterDataPage() {
  const { account = '', change } = route.useSearch();
  const navigate = route.useNavigate();
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['operator', 'billing']}>
        <MasterDataSection
          account={account}
          onAccount={(chosen) => void navigate({ replace: true, search: chosen ? { account: chosen } : {} })}
          mayChange={hasRole(roles, ['billing'])}
          start={change}
        />
      </ForRoles>
    </main>
  );
}
