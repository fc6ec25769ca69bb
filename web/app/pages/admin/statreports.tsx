import { Link } from '@tanstack/react-router';
import { hasRole } from '#contract/identity/admin-roles.ts';
import type { PagePath } from '#contract/pages.ts';
import { reportGroups } from '#contract/reports/all-reports.ts';
import type { Report } from '#contract/reports/define-report.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import styles from '#web/features/reports/reports.module.css';
import { text } from '#web/features/reports/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import pageStyles from '../person/pages.module.css';

/** `/cabinet/admin/statreports`: the reports by what they are about, each with a sentence. */
export default function StatreportsPage() {
  const own = useSessionStore((state) => state.admin.roles);
  const isOpen = ({ roles }: Report) => hasRole(own, roles);
  const groups = reportGroups.flatMap(({ title, reports }) => {
    const open = reports.filter(isOpen);
    return open.length > 0 ? [{ title, reports: open }] : [];
  });
  return (
    <main id="content" className={pageStyles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['analyst', 'billing']}>
        <div className={styles.groups}>
          {groups.map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h2>{group.title}</h2>
              <ul className={styles.links}>
                {group.reports.map(({ name, title, about }) => (
                  <li key={name}>
                    <Link to={`/cabinet/admin/statreports/reports/${name}` as PagePath}>{title}</Link>
                    <p>{about}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </ForRoles>
    </main>
  );
}
