import { AdminList } from '#web/features/statistics/admin-list.tsx';
import { Amounts, OwnRoles } from '#web/features/statistics/statistics-parts.tsx';
import { text } from '#web/features/statistics/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';

/** `/cabinet/admin`: number of customers with a cabinet, own roles, and for the owner the administrators. */
export default function AdminHomePage() {
  const isOwner = useSessionStore((state) => state.admin.roles.includes('owner'));
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <Amounts />
      <OwnRoles />
      {isOwner && <AdminList />}
    </main>
  );
}
