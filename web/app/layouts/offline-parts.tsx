import { type Query, useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { QueuedLine } from '#web/features/readings/offline-queue/queued-line.tsx';
import { startOfflineQueue } from '#web/features/readings/offline-queue/start-queue.ts';
import { keepCompany } from '#web/features/supplier/seen-company.ts';
import { useCompany } from '#web/features/supplier/use-company.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showMoment } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { keepOnlyOwn, keepWorker } from '#web/offline/keep-worker.ts';
import { isKept, useSeen } from '#web/offline/seen-data.ts';
import { text } from '#web/offline/text.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './offline-banner.module.css';

/** Interval between refetches of stored data while online. */
const REFETCH_MS = 10_000;

/** States the time of the stored data on the page when it could not be refreshed. */
function AsOfLine() {
  const queries = useQueryClient();
  const online = useOnline();
  const fromDevice = useSeen((state) => state.shown);
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  );
  // Oldest timestamp on the page; 0: no stored data.
  const oldest = useSyncExternalStore(subscribe, () => {
    const shown = queries
      .getQueryCache()
      .findAll({ type: 'active' })
      .filter(({ queryKey, queryHash, state, meta }) => {
        const isOld = !online || fromDevice.includes(queryHash);
        return isOld && isKept(queryKey) && state.data !== undefined && !meta?.tellsItsAge;
      });
    return shown.reduce((time, { state }) => Math.min(time || state.dataUpdatedAt, state.dataUpdatedAt), 0);
  });
  useEffect(() => {
    if (!online || fromDevice.length === 0) return;
    const refetch = () => {
      queries
        .refetchQueries({ type: 'active', predicate: ({ queryHash }) => fromDevice.includes(queryHash) })
        .catch(() => undefined);
    };
    const timer = setInterval(refetch, REFETCH_MS);
    return () => clearInterval(timer);
  }, [online, fromDevice, queries]);
  useEffect(() => {
    const back = () => {
      queries.invalidateQueries().catch(() => undefined);
    };
    // The network may be back before this code is loaded.
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

/** Failed without an answer: no network, or the server is down. */
function isUnanswered({ state }: Query): boolean {
  const { httpStatus } = failureOf(state.error);
  return state.status === 'error' && (httpStatus === 0 || httpStatus >= 502);
}

/** Binds the push subscription of this browser to the current user; the code loads only where notifications are allowed. */
function confirmPushDevice(): void {
  const isAllowed = 'Notification' in window && Notification.permission === 'granted';
  if (!isAllowed || currentSession().session?.type !== 'person') return;
  import('#web/features/notifications/push-device.ts')
    .then(({ confirmDevice }) => confirmDevice())
    .catch(() => undefined);
}

/** Offline support: stores data on the device, sends queued readings, shows the queue and the age of stored data. */
export function OfflineParts() {
  useEffect(startOfflineQueue, []);
  useEffect(keepOnlyOwn, []);
  useEffect(keepWorker, []);
  useEffect(confirmPushDevice, []);
  useStoreCompany();
  const type = useSessionStore((state) => state.session?.type);
  const account = useSessionStore((state) => state.person.account || state.entity.user.account);
  const objects = useSessionStore((state) => state.person.accounts);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isIndication = path.endsWith('/indication');
  return (
    <>
      <AsOfLine />
      <QueuedLine
        shownOnPage={isIndication ? account : undefined}
        accounts={type === 'person' ? objects.map((item) => item.account) : undefined}
        link={(of, label) => (
          <Link
            to={type === 'entity' ? '/cabinet/entity/indication' : '/cabinet/person/indication'}
            search={type === 'entity' ? {} : { account: of }}
          >
            {label}
          </Link>
        )}
      />
    </>
  );
}

/** Stores the supplier and its phones for offline use. */
function useStoreCompany(): void {
  const loaded = useCompany();
  const session = useSessionStore((state) => state.session?.id);
  const company = loaded.state === 'ready' ? loaded.company : undefined;
  useEffect(() => {
    if (session && company) keepCompany(session, company).catch(() => undefined);
  }, [session, company]);
}
