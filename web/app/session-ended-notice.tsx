import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { sessionEndSeen, useSessionEnd } from '#web/session/session-end.ts';
import { currentSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './session-ended-notice.module.css';
import { text } from './text.ts';

const SECONDS = 20;

const wayIn = { person: '/sign-in/person', entity: '/sign-in/entity', admin: '/admin' } as const;

/**
 * Warns that the session is over and, 20 s later, leads to the landing unless the user chooses to stay: the page and what
 * was typed on it then stand. Signing in again leads back to the page.
 * Source: base specification, sections 6 and 9; WCAG 2.2.1.
 */
export function SessionEndedNotice() {
  const ended = useSessionEnd((state) => state.ended);
  return ended ? <Countdown /> : null;
}

function Countdown() {
  const router = useRouter();
  const [left, setLeft] = useState(SECONDS);
  const leave = useRef(() => undefined);
  leave.current = () => {
    sessionEndSeen(true);
    router.navigate({ to: '/', replace: true }).catch(() => window.location.assign('/'));
  };
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) leave.current();
  }, [left]);
  return (
    <section className={styles.bar} aria-labelledby="session-ended" data-tone="dusk">
      <div className={styles.inner}>
        <div>
          <p id="session-ended" className={styles.title} role="alert">
            {commonMessages['common.sessionEnded']}
          </p>
          <p className={styles.left} role="timer">
            {text.sessionLeft.replace('{seconds}', String(Math.max(left, 0)))}
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            kind="ink"
            onClick={() => {
              const to = wayIn[currentSession().session?.type ?? 'person'];
              const { href } = router.state.location;
              sessionEndSeen(true);
              router.navigate({ to, search: { return: href } }).catch(() => window.location.assign(to));
            }}
          >
            {text.signInAgain}
          </Button>
          <Button onClick={() => sessionEndSeen(false)}>{text.stayOnPage}</Button>
        </div>
      </div>
    </section>
  );
}
