import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { type AdminRole, hasRole } from '#contract/identity/admin-roles.ts';
import { type CompanyPerson, mayUse } from '#contract/identity/company-roles.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { findPage } from '#contract/pages.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import {
  bill,
  building,
  calculator,
  envelope,
  folder,
  guide,
  home,
  meter,
  more,
  settings,
} from '#web/ui/cabinet-icons.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { loadChunk } from '../loading/chunk-reload.ts';
import type { adminSections } from './admin-sections.ts';
import styles from './cabinet-nav.module.css';
import { text } from './text.ts';

/** Sections of a person's cabinet; their other pages name them in the page table. `short`: label in the bottom bar. */
const personSections = [
  { to: '/cabinet/person', label: text.home, drawing: home, exact: true },
  {
    to: '/cabinet/person/indication',
    label: text.indication,
    drawing: meter,
  },
  {
    to: '/cabinet/person/bills',
    label: text.billsAndPayments,
    short: text.bills,
    drawing: bill,
  },
  { to: '/cabinet/person/tickets', label: text.messages, drawing: envelope },
  {
    to: '/cabinet/person/docs/reconciliations',
    label: text.ownDocuments,
    drawing: folder,
  },
  {
    to: '/cabinet/person/directory/guide',
    label: text.directory,
    drawing: guide,
  },
  {
    to: '/cabinet/person/settings/account',
    label: text.account,
    drawing: settings,
  },
] as const;

const entity = [
  { to: '/cabinet/entity', label: text.objects, drawing: building, exact: true },
  { to: '/cabinet/entity/indication', label: text.indication, drawing: meter },
  { to: '/cabinet/entity/limits', label: text.limits, drawing: calculator },
  {
    to: '/cabinet/entity/bills',
    label: text.billsAndPayments,
    short: text.bills,
    drawing: bill,
  },
  { to: '/cabinet/entity/tickets', label: text.messages, drawing: envelope },
  {
    to: '/cabinet/entity/docs/payment',
    label: text.ownDocuments,
    drawing: folder,
  },
  {
    to: '/cabinet/entity/directory/guide',
    label: text.directory,
    drawing: guide,
  },
  {
    to: '/cabinet/entity/settings/account',
    label: text.account,
    drawing: settings,
  },
] as const;

type Section = (typeof personSections | typeof entity | typeof adminSections)[number];

/** Sections in the bottom bar of a phone; the rest are behind one button. */
const IN_BAR = 3;

/** Whether these roles may open a section; the owner may open all. */
function isOpenTo({ to }: Section, own: readonly AdminRole[]): boolean {
  const { roles } = findPage(to) ?? {};
  return roles === undefined || hasRole(own, roles);
}

/** Whether a person of a company may read the first page of a section. */
function mayOpen(to: string, person: CompanyPerson | undefined): boolean {
  const { area } = findPage(to) ?? {};
  return area === undefined || mayUse(person, area, 'read');
}

/** The group whose name stands above a section, where it is the first of it. */
function groupAbove(sections: readonly Section[], section: Section): string | undefined {
  if (!('group' in section)) return undefined;
  const first = sections.find((one) => 'group' in one && one.group === section.group);
  return first === section ? section.group : undefined;
}

/** Whether the page at an address belongs to a section. */
const isIn = ({ to }: Section, path: string) => findPage(path)?.section === to;

/** Sections of staff, whose list loads apart: customers have no use for it. */
function useAdminSections(isAdmin: boolean): readonly Section[] {
  const [sections, setSections] = useState<readonly Section[]>([]);
  useEffect(() => {
    if (!isAdmin) return;
    loadChunk(() => import('./admin-sections.ts')).then(
      (loaded) => setSections(loaded.adminSections),
      () => undefined,
    );
  }, [isAdmin]);
  return sections;
}

/**
 * Navigation by user type: a sidebar, or with `inRow` a row of links below the header on the home, where the base
 * specification hides the sidebar and what is to be done needs its width; on a phone a bottom
 * bar with the rest in a native popover (Escape and a click outside close it).
 */
export function CabinetNav({ inRow = false }: { inRow?: boolean }) {
  const id = useId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const type = useSessionStore((state) => state.session?.type);
  const roles = useSessionStore((state) => state.admin.roles);
  // An entity with one account has no list to choose from.
  const isSingle = useSessionStore((state) => state.entity.accounts.length === 1);
  const company = useSessionStore((state) => state.session?.company);
  const ofEntity = (isSingle ? entity.slice(1) : entity).filter(({ to }) => mayOpen(to, company));
  const ofAdmin = useAdminSections(type === 'admin');
  const sections: readonly Section[] =
    type === 'admin'
      ? ofAdmin.filter((section) => isOpenTo(section, roles))
      : type === 'entity'
        ? ofEntity
        : personSections;
  const rest = sections.slice(IN_BAR);
  const isRest = rest.some((section) => section.to === path || isIn(section, path));
  return (
    <nav className={classes(styles.nav, inRow && styles.row)} aria-label={text.sections}>
      <Sections sections={sections.slice(0, IN_BAR)} all={sections} path={path} />
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
            {rest.some(({ drawing }) => drawing === envelope) && <NewCount />}
          </button>
          <div id={id} popover="auto" className={styles.rest}>
            <Sections sections={rest} all={sections} path={path} />
            <div className={styles.chat} data-chat-entry="" />
          </div>
        </>
      )}
    </nav>
  );
}

/** How many messages of the supplier are new; nothing when none is. */
function NewCount() {
  const count = useSessionStore((state) => state.messages.suppliers);
  return (
    count > 0 && (
      <>
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
        <VisuallyHidden>{formatText(text.newMessages, { n: count })}</VisuallyHidden>
      </>
    )
  );
}

function GroupName({ name }: { name: string | undefined }) {
  return name && <p className={styles.group}>{name}</p>;
}

interface SectionsProps {
  sections: readonly Section[];
  /** These and the others of the navigation. */
  all: readonly Section[];
  path: string;
}

function Sections({ sections, all, path }: SectionsProps) {
  return (
    <ul>
      {sections.map((section) => (
        <li key={section.to}>
          <GroupName name={groupAbove(all, section)} />
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
            {section.drawing === envelope && <NewCount />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
