import { Link } from '@tanstack/react-router';
import { text } from './text.ts';
import styles from './way-tabs.module.css';

/** Both ways in of a person, each an address of its own. */
export function WayTabs({ isByCode }: { isByCode: boolean }) {
  return (
    <nav className={styles.tabs} aria-label={text.ways}>
      <Link
        to="/sign-in/person"
        search={({ return: returnTo }: { return?: string }) => (returnTo ? { return: returnTo } : {})}
        aria-current={isByCode ? undefined : 'page'}
        className={styles.tab}
        activeProps={{}}
      >
        {text.byPassword}
      </Link>
      <Link
        to="/sign-in/person"
        search={(now: { return?: string }) => ({ ...now, way: 'code' as const })}
        aria-current={isByCode ? 'page' : undefined}
        className={styles.tab}
        activeProps={{}}
      >
        {text.byCode}
      </Link>
    </nav>
  );
}
