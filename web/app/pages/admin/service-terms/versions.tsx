import { hasRole } from '#contract/identity/admin-roles.ts';
import { TermVersions } from '#web/features/service-terms/versions/term-versions.tsx';
import { text } from '#web/features/service-terms/versions/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/admin/management/service-terms`: what is promised by date; all of the staff read it, the owner changes it. */
export default function AdminServiceTermsPage() {
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <TermVersions mayChange={hasRole(roles, ['owner'])} />
    </main>
  );
}
