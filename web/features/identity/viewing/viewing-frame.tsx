import { type ReactNode, useEffect, useState } from 'react';
import { signOut } from '#contract/identity/sign-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { callApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { useSessionEnd } from '#web/session/session-end.ts';
import { currentSession, signedOut } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { disableChanges } from './disable-changes.ts';
import { text } from './text.ts';
import styles from './viewing-frame.module.css';

const minuteMs = 60_000;

/** Forgets the cabinet of the customer and leaves its tab; a tab that the browser does not close goes on as one of the staff. */
function leaveTab(): void {
  signedOut();
  window.close();
  window.location.assign('/cabinet/admin');
}

/** How long the viewing lasts, in words; undefined: it is over. */
function useTimeLeft(until: string): string | undefined {
  const [now, setNow] = useState(deviceNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(deviceNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Date.parse(until) - now;
  if (left <= 0) return undefined;
  return left < minuteMs ? text.lastMinute : formatText(text.minutesLeft, { n: Math.floor(left / minuteMs) });
}

/** Whether the server has ended the viewing. What it refuses besides is told where it was asked, and leads nowhere. */
function useIsEnded(): boolean {
  const { ended, isForbidden, stays } = useSessionEnd();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (ended && !isForbidden) setOver(true);
    if (!stays || (ended && !isForbidden))
      useSessionEnd.setState({ ended: false, isForbidden: false, stays: true });
  }, [ended, isForbidden, stays]);
  return isOver;
}

/**
 * The cabinet of a customer as the staff sees it: below a banner that stays in sight on every page and says whose it is, who looks,
 * why and how long. The server refuses every change (decision 0142).
 */
export function ViewingFrame({ children }: { children: ReactNode }) {
  const [viewing] = useState(() => currentSession().session?.viewing);
  const left = useTimeLeft(viewing?.until ?? '');
  const isEnded = useIsEnded();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => disableChanges(text.disabled), []);
  if (viewing === undefined || left === undefined || isEnded) return <ViewingOver />;
  const { viewed, viewer, reason } = viewing;
  const end = async () => {
    setBusy(true);
    // Unreached, it ends by itself.
    await callApi(signOut, {});
    leaveTab();
  };
  return (
    <>
      <section className={styles.banner} aria-label={text.banner} data-tone="dusk">
        <div className={styles.inner}>
          <div className={styles.facts}>
            <Text isStrong>{formatText(text.viewed, { name: viewed })}</Text>
            <p className={styles.reason} title={reason}>
              {text.readOnly} {formatText(text.facts, { viewer, reason })}
            </p>
          </div>
          <Text as="span" size="s" isNumeric>
            {left}
          </Text>
          <Button kind="ink" busy={isBusy} onClick={() => void end()}>
            {text.end}
          </Button>
        </div>
      </section>
      {children}
    </>
  );
}

function ViewingOver() {
  return (
    <main id="content" className={styles.over}>
      <Stack gap="2">
        <h1 tabIndex={-1}>{text.over}</h1>
        <p>{text.overLead}</p>
        <div>
          <Button kind="ink" onClick={leaveTab}>
            {text.back}
          </Button>
        </div>
      </Stack>
    </main>
  );
}
