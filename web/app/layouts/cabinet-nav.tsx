import { Link, useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { text as pageText } from '#web/app/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import {
  bill,
  building,
  card,
  folder,
  guide,
  home,
  list,
  meter,
  more,
  overview,
  settings,
  table,
} from '#web/ui/icons.ts';
import styles from './cabinet-nav.module.css';
import { text } from './text.ts';

/** Sections of a person's cabinet. `all`: prefixes of the other pages of a section; `short`: label in the bottom bar. */
const personSections = [
  { to: '/cabinet/person', label: text.home, drawing: home, exact: true },
  {
    to: '/cabinet/person/indication',
    all: ['/cabinet/person/directory/indicators-history', '/cabinet/person/directory/day-night'],
    label: text.indication,
    drawing: meter,
  },
  {
    to: '/cabinet/person/bills',
    all: [
      '/cabinet/person/payments/',
      '/cabinet/person/directory/payment-history',
      '/cabinet/person/calculation',
      '/cabinet/person/sub-book',
    ],
    label: pageText.money,
    short: text.bills,
    drawing: bill,
  },
  {
    to: '/cabinet/person/docs/reconciliations',
    all: ['/cabinet/person/docs/'],
    label: pageText.documents,
    drawing: folder,
  },
  {
    to: '/cabinet/person/directory/guide',
    all: ['/cabinet/person/directory/laws', '/cabinet/person/directory/tariff-history'],
    label: pageText.directory,
    drawing: guide,
  },
  {
    to: '/cabinet/person/settings/account',
    all: ['/cabinet/person/settings/'],
    label: text.account,
    drawing: settings,
  },
] as const;

const entity = [
  { to: '/cabinet/entity', label: text.objects, drawing: building, exact: true },
  { to: '/cabinet/entity/indication', label: text.indication, drawing: meter },
  {
    to: '/cabinet/entity/settings/account',
    all: ['/cabinet/entity/settings/'],
    label: text.account,
    drawing: settings,
  },
] as const;

const admin = [
  { to: '/cabinet/admin', label: text.overview, drawing: overview, exact: true },
  {
    to: '/cabinet/admin/bank-statements',
    all: ['/cabinet/admin/bank-statements/'],
    label: text.bankStatements,
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

/** Sections in the bottom bar of a phone; the rest are behind one button. */
const IN_BAR = 3;

/** Whether these roles may open a section; the owner may open all. */
const isOpenTo = (section: Section, roles: readonly AdminRole[]) =>
  !('roles' in section) || section.roles.some((role) => roles.includes(role) || roles.includes('owner'));

const isIn = (section: Section, path: string) =>
  'all' in section && section.all.some((beginning) => path.startsWith(beginning));

/**
 * Navigation of inner pages by user type: a sidebar, or with `inRow` a row of links below the header; on a phone a bottom
 * bar with the rest in a native popover (Escape and a click outside close it).
 */
export function CabinetNav({ inRow = false }: { inRow?: boolean }) {
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const type = useSessionStore((state) => state.session?.type);
  const roles = useSessionStore((state) => state.admin.roles);
  // An entity with one account has no list to choose from.
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
            {'short' in section ? (
              <>
                <span className={styles.long}>{section.label}</span>
                <span className={styles.short}>{section.short}</span>
              </>
            ) : (
              section.label
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
