import { Link, useRouterState } from '@tanstack/react-router';
import { useSessionStore } from '#web/session/session-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { bill, building, home, meter, overview, settings } from '#web/ui/icons.ts';
import styles from './cabinet-nav.module.css';
import { text } from './text.ts';

const person = [
  { to: '/cabinet/person', label: text.home, drawing: home, exact: true },
  { to: '/cabinet/person/indication', label: text.indication, drawing: meter, exact: false },
  { to: '/cabinet/person/bills', label: text.bills, drawing: bill, exact: false },
  {
    to: '/cabinet/person/settings/account',
    all: '/cabinet/person/settings/',
    label: text.settings,
    drawing: settings,
    exact: false,
  },
] as const;

const entity = [
  { to: '/cabinet/entity', label: text.objects, drawing: building, exact: true },
  { to: '/cabinet/entity/indication', label: text.indication, drawing: meter, exact: false },
  {
    to: '/cabinet/entity/settings/account',
    all: '/cabinet/entity/settings/',
    label: text.settings,
    drawing: settings,
    exact: false,
  },
] as const;

const admin = [
  { to: '/cabinet/admin', label: text.overview, drawing: overview, exact: true },
  { to: '/cabinet/admin/settings', label: text.settings, drawing: settings, exact: false },
] as const;

/** The sidebar of inner pages, of each type its own; on a phone a bar at the lower edge, under the thumb. */
export function CabinetNav() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const type = useSessionStore((state) => state.session?.type);
  // With one account there is nothing to choose: the home only sends on to its meters.
  const isSingle = useSessionStore((state) => state.entity.accounts.length === 1);
  const ofEntity = isSingle ? entity.slice(1) : entity;
  const entries = type === 'admin' ? admin : type === 'entity' ? ofEntity : person;
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
              aria-current={'all' in entry && path.startsWith(entry.all) ? 'page' : undefined}
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
