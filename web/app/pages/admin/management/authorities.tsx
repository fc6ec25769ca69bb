import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { Authorities } from '#web/features/signatures/authorities.tsx';
import { authoritiesText as text } from '#web/features/signatures/authorities-text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

/** `/cabinet/admin/management/authorities`: certificates that signatures are checked by, for the owner. */
export default function AdminAuthoritiesPage() {
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={[]}>
        <Authorities />
      </ForRoles>
    </main>
  );
}
