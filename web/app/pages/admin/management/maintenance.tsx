import { MaintenancePanel } from '#web/features/maintenance/maintenance-panel.tsx';
import { text } from '#web/features/maintenance/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/admin/management/maintenance`: maintenance that is planned or runs; an owner sets and ends it. */
export default function MaintenancePage() {
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <MaintenancePanel mayChange={roles.includes('owner')} />
    </main>
  );
}
