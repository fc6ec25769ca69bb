import { Outlet } from '@tanstack/react-router';
import styles from './root.module.css';
import { SessionEndedNotice } from './session/session-ended-notice.tsx';
import { text } from './text.ts';

/** Around every page: the skip link and the session-ended notice. */
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
