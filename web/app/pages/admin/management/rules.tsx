import { hasRole } from '#contract/identity/admin-roles.ts';
import { RulesSection } from '#web/features/rules/rules.tsx';
import { text } from '#web/features/rules/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/admin/management/rules`: what the supplier decides by date; all of the staff read it, the billing changes it. */
export default function AdminRulesPage() {
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <RulesSection mayChange={hasRole(roles, ['billing'])} />
    </main>
  );
}
