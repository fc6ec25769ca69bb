import { Outlet } from '@tanstack/react-router';
import styles from './root.module.css';
import { SessionEndedNotice } from './session-ended-notice.tsx';
import { text } from './text.ts';

/** Around every page: the way past the header, and the warning that the session has ended. */
export function Root() {
  return (
    <>
      <a className={styles.skip} href="#content">
        {text.skipToContent}
      </a>
      <Outlet />
      <SessionEndedNotice />
    </>
  );
}
