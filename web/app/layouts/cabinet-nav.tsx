import { Link, useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import type { AdminRole } from '#contract/admin-roles.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { building, card, list, meter, more, overview, settings, table } from '#web/ui/icons.ts';
import styles from './cabinet-nav.module.css';
import { personSections } from './person-sections.ts';
import { text } from './text.ts';

const entity = [
  { to: '/cabinet/entity', label: text.objects, drawing: building, exact: true },
  { to: '/cabinet/entity/indication', label: text.indication, drawing: meter },
  {
    to: '/cabinet/entity/settings/account',
    all: '/cabinet/entity/settings/',
    label: text.account,
    drawing: settings,
  },
] as const;

const admin = [
  { to: '/cabinet/admin', label: text.overview, drawing: overview, exact: true },
  {
    to: '/cabinet/admin/registers',
    all: '/cabinet/admin/registers/',
    label: text.registers,
    drawing: table,
    roles: ['billing'],
  },
  { to: '/cabinet/admin/payments', label: text.payments, drawing: card, roles: ['operator', 'billing'] },
  {
    to: '/cabinet/admin/management/master-data',
    label: text.masterData,
    drawing: list,
    roles: ['operator', 'billing'],
  },
  { to: '/cabinet/admin/settings', label: text.account, drawing: settings },
] as const;

type Section = (typeof personSections | typeof entity | typeof admin)[number];

/** How many sections stand in the bar of a phone before the rest moves behind one button. */
const IN_BAR = 3;

/** Whether an administrator of these roles may open a section; the owner may open all. */
const isOpenTo = (section: Section, roles: readonly AdminRole[]) =>
  !('roles' in section) || section.roles.some((role) => roles.includes(role) || roles.includes('owner'));

const isIn = (section: Section, path: string) => 'all' in section && path.startsWith(section.all);

/**
 * The sidebar of inner pages, of each type its own, or `inRow` a row of links below the header; on a phone a bar at the lower edge, under the thumb, with the rest
 * in a native popover above it: Escape and a press beside it close it.
 */
export function CabinetNav({ inRow = false }: { inRow?: boolean }) {
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const type = useSessionStore((state) => state.session?.type);
  const roles = useSessionStore((state) => state.admin.roles);
  // With one account there is nothing to choose: the home only sends on to its meters.
  const isSingle = useSessionStore((state) => state.entity.accounts.length === 1);
  const ofEntity = isSingle ? entity.slice(1) : entity;
  const sections: readonly Section[] =
    type === 'admin'
      ? admin.filter((section) => isOpenTo(section, roles))
      : type === 'entity'
        ? ofEntity
        : personSections;
  const rest = sections.slice(IN_BAR);
  const isRest = rest.some((section) => section.to === path || isIn(section, path));
  return (
    <nav className={classes(styles.nav, inRow && styles.row)} aria-label={text.sections}>
      <Sections sections={sections.slice(0, IN_BAR)} path={path} />
      {rest.length > 0 && (
        <>
          <button
            type="button"
            className={styles.more}
            popoverTarget={id}
            aria-current={isRest ? 'true' : undefined}
          >
            <Icon drawing={more} size={24} />
            {text.more}
          </button>
          <div id={id} popover="auto" className={styles.rest}>
            <Sections sections={rest} path={path} />
          </div>
        </>
      )}
    </nav>
  );
}

function Sections({ sections, path }: { sections: readonly Section[]; path: string }) {
  return (
    <ul>
      {sections.map((section) => (
        <li key={section.to}>
          <Link
            to={section.to}
            className={styles.entry}
            activeOptions={{ exact: 'exact' in section, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            aria-current={isIn(section, path) ? 'page' : undefined}
            onClick={(event) =>
              event.currentTarget.closest<HTMLElement>('[popover]:popover-open')?.hidePopover()
            }
          >
            <Icon drawing={section.drawing} size={24} />
            {section.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
