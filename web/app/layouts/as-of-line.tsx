import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showMoment } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { isKept, useSeen } from '#web/offline/seen-data.ts';
import { text } from '#web/offline/text.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './as-of-line.module.css';

/** With a network, what was shown from the device is asked for again so soon. */
const AGAIN_MS = 10_000;

/** Of what time is what the page shows, when it could not be read now. */
export function AsOfLine() {
  const queries = useQueryClient();
  const online = useOnline();
  const fromDevice = useSeen((state) => state.shown);
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  );
  // The oldest of what is on the page; 0: it shows nothing that was read.
  const oldest = useSyncExternalStore(subscribe, () => {
    const shown = queries
      .getQueryCache()
      .findAll({ type: 'active' })
      .filter(({ queryKey, queryHash, state }) => {
        const isOld = !online || fromDevice.includes(queryHash);
        return isOld && isKept(queryKey) && state.data !== undefined;
      });
    return shown.reduce((time, { state }) => Math.min(time || state.dataUpdatedAt, state.dataUpdatedAt), 0);
  });
  useEffect(() => {
    if (!online || fromDevice.length === 0) return;
    const again = () => {
      queries
        .refetchQueries({ type: 'active', predicate: ({ queryHash }) => fromDevice.includes(queryHash) })
        .catch(() => undefined);
    };
    const timer = setInterval(again, AGAIN_MS);
    return () => clearInterval(timer);
  }, [online, fromDevice, queries]);
  useEffect(() => {
    const back = () => {
      queries.invalidateQueries().catch(() => undefined);
    };
    // The network may have come back before this code did.
    const failed = queries.getQueryCache().findAll({ type: 'active', predicate: isUnanswered });
    if (navigator.onLine && failed.length > 0) back();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [queries]);
  return (
    <div role="status" className={styles.line}>
      {oldest > 0 && (
        <p>
          {text.asOf.replace('{moment}', showMoment(instantToIso(oldest as Instant)))}{' '}
          {online && (
            <Button kind="plain" onClick={() => queries.invalidateQueries().catch(() => undefined)}>
              {text.refresh}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** Ended by a failure that says nothing of what was asked for: no network, or a server that is down. */
function isUnanswered({ state }: Query): boolean {
  const { httpStatus } = failureOf(state.error);
  return state.status === 'error' && (httpStatus === 0 || httpStatus >= 502);
}
