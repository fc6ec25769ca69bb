import { Link } from '@tanstack/react-router';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { ProgressPanel } from '#web/features/billing-periods/progress-panel.tsx';
import { Amounts, OwnRoles } from '#web/features/statistics/statistics-parts.tsx';
import { text } from '#web/features/statistics/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/admin`: closings and imports under way, number of customers with a cabinet, own roles, and for the owner the way to the administrators. */
export default function AdminHomePage() {
  const roles = useSessionStore((state) => state.admin.roles);
  const isOwner = roles.includes('owner');
  const followsProgress = hasRole(roles, ['billing', 'operator']);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      {followsProgress && <ProgressPanel />}
      <Amounts />
      <OwnRoles />
      {isOwner && <Link to="/cabinet/admin/management/administrators">{text.administrators}</Link>}
    </main>
  );
}
