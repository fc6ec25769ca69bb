import { Link } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { bill, home, meter } from '#web/ui/icons.ts';
import { text } from '../text.ts';
import styles from './cabinet-nav.module.css';

const entries = [
  { to: '/cabinet/person', label: text.nav.home, drawing: home, exact: true },
  { to: '/cabinet/person/indication', label: text.nav.indication, drawing: meter, exact: false },
  { to: '/cabinet/person/bills', label: text.nav.bills, drawing: bill, exact: false },
] as const;

/** The sidebar of inner pages; on a phone a bar at the lower edge, under the thumb. */
export function CabinetNav() {
  return (
    <nav className={styles.nav} aria-label={text.sections}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              className={styles.entry}
              activeOptions={{ exact: entry.exact, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon drawing={entry.drawing} size={24} />
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
