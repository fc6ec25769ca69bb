import type { Query, QueryKey } from '@tanstack/react-query';
import { create } from 'zustand';
import { ApiError, failureOf } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { currentSession } from '#web/session/session-store.ts';
import { type DeviceDatabase, type SeenRow, withDeviceDatabase } from './device-database.ts';
import { text } from './text.ts';

/** Letters of one answer as JSON. */
const LARGEST = 200_000;
/** Answers of one session; the oldest go. */
const MOST = 150;

/**
 * What a household reads and the device may keep: no profile, no sessions, no second factor, no files, nothing of a
 * payment under way, and no answer that depends on what is being typed. Decision 0042.
 */
const KEPT_CALLS = new Set([
  '/api/person/itm_balance',
  '/api/meters/list',
  '/api/readings/history',
  '/api/consumption/history',
  '/api/bills/list',
  '/api/bills/get',
  '/api/bills/explain',
  '/api/payments/list',
  '/api/sub-book/get',
  '/api/person/objects/info',
  '/api/events/list',
  '/api/tariffs/history',
  '/api/feed-in/list',
  '/api/acts/list',
  '/api/documents/list',
  '/api/get-common',
  '/api/chat/open',
]);
const KEPT_TEXTS = new Set(['laws', 'guide', 'company']);

/** The queries that are answered from the device because nothing else answered. */
export const useSeen = create<{ readonly shown: readonly string[] }>(() => ({ shown: [] }));

/** Whether the answer to a query may be kept on the device. */
export function isKept([kind, , path]: QueryKey): boolean {
  return kind === 'account' ? KEPT_CALLS.has(String(path)) : KEPT_TEXTS.has(String(kind));
}

/** Keeps an answer for the session that read it. What is too large, or refused by the browser, is not kept. */
export async function keepSeen(
  session: string,
  { queryKey, queryHash }: Pick<Query, 'queryKey' | 'queryHash'>,
  data: unknown,
): Promise<void> {
  useSeen.setState(({ shown }) => ({ shown: shown.filter((hash) => hash !== queryHash) }));
  if (!isKept(queryKey) || JSON.stringify(data).length > LARGEST) return;
  await withDeviceDatabase(async (database) => {
    // After a sign-out nothing is stored.
    if (currentSession().session?.id !== session) return;
    await database.put('seen', { session, key: queryHash, data, readAt: deviceNow() });
    await deleteOldest(database, session);
  });
}

async function deleteOldest(database: DeviceDatabase, session: string): Promise<void> {
  if ((await database.count('seen', ofSession(session))) <= MOST) return;
  const rows = await database.getAll('seen', ofSession(session));
  const oldest = rows.sort((a, b) => a.readAt - b.readAt).slice(0, rows.length - MOST);
  const { store, done } = database.transaction('seen', 'readwrite');
  await Promise.all([...oldest.map((row) => store.delete([row.session, row.key])), done]);
}

/**
 * The answer that was read last, when this one did not come; its time is the query's. Without one the failure says in
 * words that there is nothing to show yet.
 * @throws the failure.
 */
export async function answerFromSeen(session: string, query: Query, error: unknown): Promise<never> {
  const row = await findSeen(session, query.queryHash);
  if (row) {
    // The library takes the answer for one of now; once it has, it is told of when it is.
    setTimeout(() => query.setState({ dataUpdatedAt: row.readAt }));
    useSeen.setState(({ shown }) => ({ shown: [...new Set([...shown, query.queryHash])] }));
    return row.data as never;
  }
  const failure = failureOf(error);
  if (failure.code !== 'common.network') throw error;
  throw new ApiError({ ...failure, message: text.neverSeen });
}

/** What this session has read last; undefined: nothing, or the browser keeps nothing. */
export function findSeen(session: string, key: string): Promise<SeenRow | undefined> {
  return withDeviceDatabase((database) => database.get('seen', [session, key])).catch(() => undefined);
}

/** Forgets what every session but this one has read; all of it without a session. */
export function deleteSeen(except: string | undefined): Promise<void> {
  return withDeviceDatabase(async (database) => {
    if (except === undefined) return database.clear('seen');
    const { store, done } = database.transaction('seen', 'readwrite');
    const keys = await store.getAllKeys();
    const others = keys.filter(([session]) => session !== except);
    await Promise.all([...others.map((key) => store.delete(key)), done]);
  });
}

function ofSession(session: string): IDBKeyRange {
  return IDBKeyRange.bound([session], [session, []]);
}
