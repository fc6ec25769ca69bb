import { Link } from '@tanstack/react-router';
import type { PagePath } from '#contract/pages.ts';
import { allReports } from '#contract/reports/all-reports.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import styles from '#web/features/reports/reports.module.css';
import { text } from '#web/features/reports/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import pageStyles from '../person/pages.module.css';

/** `/cabinet/admin/statreports`: the reports, each with a sentence. */
export default function StatreportsPage() {
  const own = useSessionStore((state) => state.admin.roles);
  return (
    <main id="content" className={pageStyles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['analyst', 'billing']}>
        <ul className={styles.links} aria-label={text.list}>
          {allReports
            .filter(({ roles }) => own.some((role) => role === 'owner' || roles.includes(role)))
            .map(({ name, title, about }) => (
              <li key={name}>
                <Link to={`/cabinet/admin/statreports/reports/${name}` as PagePath}>{title}</Link>
                <p>{about}</p>
              </li>
            ))}
        </ul>
      </ForRoles>
    </main>
  );
}
