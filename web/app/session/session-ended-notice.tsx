import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { sessionEndLeft, sessionEndStayed, useSessionEnd } from '#web/session/session-end.ts';
import { currentSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Text } from '#web/ui/layout/stack.tsx';
import { text } from '../text.ts';
import styles from './session-ended-notice.module.css';

const SECONDS = 20;

const signInPath = { person: '/sign-in/person', entity: '/sign-in/entity', admin: '/admin' } as const;

/**
 * Warns that the session has ended or access was denied, and after 20 s opens the landing unless the user chooses to stay:
 * then the page, the typed values and the notice remain without a countdown. Signing in again returns to the page.
 * Source: base specification, sections 6 and 9; WCAG 2.2.1.
 */
export function SessionEndedNotice() {
  const { ended, stays, isForbidden } = useSessionEnd();
  if (!ended || (isForbidden && stays)) return null;
  return stays ? <Bar /> : <Countdown />;
}

function Countdown() {
  const router = useRouter();
  const [left, setLeft] = useState(SECONDS);
  const leave = useRef(() => undefined);
  leave.current = () => {
    sessionEndLeft();
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
    <Bar left={text.sessionLeft.replace('{seconds}', String(Math.max(left, 0)))}>
      <Button onClick={sessionEndStayed}>{text.stayOnPage}</Button>
    </Bar>
  );
}

/** Text, sign-in link and other actions. */
function Bar({ left, children }: { left?: string; children?: ReactNode }) {
  const router = useRouter();
  const isForbidden = useSessionEnd((state) => state.isForbidden);
  return (
    <section className={styles.bar} aria-labelledby="session-ended" data-tone="dusk">
      <div className={styles.inner}>
        <div>
          <Text id="session-ended" isStrong role="alert">
            {isForbidden ? text.notYours : commonMessages['common.sessionEnded']}
          </Text>
          {left !== undefined && (
            <Text tone="quiet" isNumeric role="timer">
              {left}
            </Text>
          )}
        </div>
        <Row gap="15">
          {!isForbidden && (
            <Button kind="ink" onClick={() => signInAgain(router)}>
              {text.signInAgain}
            </Button>
          )}
          {children}
        </Row>
      </div>
    </section>
  );
}

function signInAgain(router: RegisteredRouter): void {
  const to = signInPath[currentSession().session?.type ?? 'person'];
  const { href } = router.state.location;
  sessionEndLeft();
  router.navigate({ to, search: { return: href } }).catch(() => window.location.assign(to));
}
