import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LinkTabs } from '#web/ui/link-tabs.tsx';
import type { GuardedPath } from '../page-guards.ts';
import styles from './section-tabs.module.css';

export interface SectionTab {
  readonly to: GuardedPath;
  readonly label: string;
}

/** Tabs of one section; the active tab is scrolled into view. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    const line = nav.current;
    const open = line?.querySelector<HTMLElement>(`a[href^="${path}"]`);
    if (line && open) line.scrollLeft = open.offsetLeft - (line.clientWidth - open.clientWidth) / 2;
  }, [path]);
  return (
    <LinkTabs ref={nav} label={label} className={styles.tabs}>
      {tabs.map(({ to, label: name }) => (
        <Link
          key={to}
          to={to}
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ includeSearch: false }}
        >
          {name}
        </Link>
      ))}
    </LinkTabs>
  );
}
