import { Link } from '@tanstack/react-router';
import { text } from './text.ts';
import styles from './way-tabs.module.css';

/** The query decides which of the two tabs is current. */
const asWritten = { exact: true, includeSearch: true };

/** Tabs of the two sign-in methods of a person, each with its own URL. */
export function WayTabs() {
  return (
    <nav className={styles.tabs} aria-label={text.ways}>
      <Link
        to="/sign-in/person"
        search={({ return: returnTo }: { return?: string }) => (returnTo ? { return: returnTo } : {})}
        className={styles.tab}
        activeOptions={asWritten}
      >
        {text.byPassword}
      </Link>
      <Link
        to="/sign-in/person"
        search={(now: { return?: string }) => ({ ...now, way: 'code' as const })}
        className={styles.tab}
        activeOptions={asWritten}
      >
        {text.byCode}
      </Link>
    </nav>
  );
}
