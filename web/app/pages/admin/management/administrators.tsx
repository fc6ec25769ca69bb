import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { AdministratorList } from '#web/features/identity/administrators/administrator-list.tsx';
import { text } from '#web/features/identity/administrators/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/admin/management/administrators`: who works here with which roles, for the owner. */
export default function AdministratorsPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={[]}>
        <AdministratorList />
      </ForRoles>
    </main>
  );
}
