import { Link } from '@tanstack/react-router';
import { useAdminPlaces } from '#web/app/page-parts/admin-places.ts';
import { FindBox } from '#web/features/search/find-box.tsx';
import { text } from '#web/features/search/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './management.module.css';

const own = '/cabinet/admin/management';

/** `/cabinet/admin/management`: the box that finds anything, and the sections of staff by the reader's roles. */
export default function AdminManagementPage() {
  const places = useAdminPlaces();
  const sections = places.filter(({ kind, link }) => kind === 'page' && link.to !== own);
  const groups = [...new Set(sections.map(({ group }) => group))];
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <FindBox places={places} />
      <section aria-labelledby="sections" className={styles.sections}>
        <h2 id="sections">{text.sections}</h2>
        {groups.map((name) => (
          <div key={name ?? ''} className={styles.group}>
            {name && <h3>{name}</h3>}
            <ul>
              {sections
                .filter(({ group }) => group === name)
                .map(({ link, title, about }) => (
                  <li key={link.to}>
                    <Link {...link}>{title}</Link>
                    <p>{about}</p>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </section>
    </main>
  );
}
