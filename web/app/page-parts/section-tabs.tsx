import { Link, useMatch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { mayUse } from '#contract/identity/company-roles.ts';
import { cabinetPages } from '#contract/pages.ts';
import { pageText } from '#web/app/page-text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { LinkTabs } from '#web/ui/form/choice-buttons.tsx';
import styles from './section-tabs.module.css';

type TabPage = Extract<(typeof cabinetPages)[number], { tab: string }>;

/** Only for objects with feed-in. */
const feedInPage = '/cabinet/person/docs/green-tarif';

/** Tabs of the section that the page belongs to, by the page table; the active tab is scrolled into view. */
export function SectionTabs() {
  const nav = useRef<HTMLElement>(null);
  const { fullPath: open } = useMatch({ strict: false });
  const sells = useSessionStore(({ person }) =>
    person.accounts.some(({ account, greenTarif }) => account === person.account && greenTarif),
  );
  const company = useSessionStore(({ session }) => session?.company);
  const section = tabPages.find(({ path }) => path === open)?.section;
  useEffect(() => {
    const line = nav.current;
    const tab = line?.querySelector<HTMLElement>(`a[href^="${open}"]`);
    if (line && tab) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.clientWidth) / 2;
  }, [open]);
  if (section === undefined) return null;
  const tabs = tabPages.filter(
    ({ path, section: of, ...page }) =>
      of === section &&
      (path !== feedInPage || sells || open === feedInPage) &&
      (!('area' in page) || mayUse(company, page.area, 'read')),
  );
  return (
    <LinkTabs ref={nav} label={pageText.sections[section]} className={styles.tabs}>
      {tabs.map(({ path, tab }) => (
        <Link
          key={path}
          to={path}
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ includeSearch: false }}
        >
          {pageText.pages[tab]}
        </Link>
      ))}
    </LinkTabs>
  );
}

const tabPages: readonly TabPage[] = cabinetPages.filter((page): page is TabPage => 'tab' in page);
