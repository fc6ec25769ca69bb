import { Link } from '@tanstack/react-router';
import { personSections } from '#web/app/layouts/person-sections.ts';
import { text } from '#web/app/layouts/text.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './home-sections.module.css';

/** The sections of the cabinet on the home, which has no sidebar. */
export default function HomeSections() {
  return (
    <nav aria-label={text.allSections} className={styles.sections}>
      <ul>
        {personSections.slice(1).map(({ to, label, drawing }) => (
          <li key={to}>
            <Link to={to} className={styles.section}>
              <Icon drawing={drawing} size={24} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
