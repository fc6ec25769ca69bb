import { hasRole } from '#contract/identity/admin-roles.ts';
import { ManageSupplier } from '#web/features/supplier/manage/manage-supplier.tsx';
import { text } from '#web/features/supplier/manage/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/admin/management/supplier`: who the supplier is; all of the staff read it, each role changes its part. */
export default function SupplierPage() {
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ManageSupplier mayChange={hasRole(roles, ['content'])} mayPropose={hasRole(roles, ['billing'])} />
    </main>
  );
}
