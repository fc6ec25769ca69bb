import { singleFlight } from '#platform/single-flight.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import {
  canOpenDatabase,
  isFull,
  type QueuedRow,
  type QueueName,
  type QueueStore,
  withDeviceDatabase,
} from './device-database.ts';
import { withWebLock } from './with-web-lock.ts';

/** Something that waits for the network. */
interface Queued {
  readonly id: string;
  /** Only under a sign-in of the same user it is shown or sent. */
  readonly owner: string;
}

/**
 * 'other': something like it is queued. Nothing was stored: 'full' for lack of space, 'unavailable' where the browser stores
 * nothing, 'failed' otherwise.
 */
export type StoreResult = 'stored' | 'other' | 'full' | 'unavailable' | 'failed';

/** What waits for the network, on the disk of the device. */
interface DeviceQueue<Item extends Queued> {
  /** Answers 'stored' only when it is on the disk. On a full disk what was seen is deleted first. */
  store(item: Item): Promise<StoreResult>;
  /** That of a user, oldest first. */
  list(owner: string): Promise<Item[]>;
  /** Changes one; a deleted one is not restored. Answers its new state. */
  update(id: string, changes: Partial<Omit<Item, 'id' | 'owner'>>): Promise<Item | undefined>;
  remove(id: string): Promise<void>;
  /** Replaces one by its new attempt in one transaction, so that none is lost or doubled. */
  replace(id: string, item: Item): Promise<void>;
}

interface QueueRules<Item> {
  compare: (one: Item, other: Item) => number;
  /** Whether a queued one keeps another out. */
  excludes?: (queued: Item, item: Item) => boolean;
}

/** Opens a queue of the device by its name. */
export function deviceQueue<Item extends Queued>(
  name: QueueName,
  { compare, excludes }: QueueRules<Item>,
): DeviceQueue<Item> {
  const rowOf = (item: Item) => item as unknown as QueuedRow;
  const itemOf = (row: QueuedRow) => row as unknown as Item;
  const write = <T>(work: (store: QueueStore) => Promise<T>) =>
    withDeviceDatabase(async (database) => {
      const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
      const [result] = await Promise.all([work(transaction.store), transaction.done]);
      return result;
    });

  const insert = (item: Item) =>
    write<StoreResult>(async (store) => {
      const own = await store.index('owner').getAll(item.owner);
      if (own.some((row) => row.id !== item.id && excludes?.(itemOf(row), item))) return 'other';
      await store.put(rowOf(item));
      return 'stored';
    });

  return {
    async store(item) {
      try {
        return await insert(item);
      } catch {
        await withDeviceDatabase((database) => database.clear('seen')).catch(() => undefined);
        return insert(item).catch(async (error: unknown) => {
          if (isFull(error)) return 'full';
          return (await canOpenDatabase()) ? 'failed' : 'unavailable';
        });
      }
    },
    async list(owner) {
      const rows = await withDeviceDatabase((database) => database.getAllFromIndex(name, 'owner', owner));
      return rows.map(itemOf).sort(compare);
    },
    update: (id, changes) =>
      write(async (store) => {
        const row = await store.get(id);
        const changed = row && { ...itemOf(row), ...changes };
        if (changed) await store.put(rowOf(changed));
        return changed;
      }),
    remove: (id) => withDeviceDatabase((database) => database.delete(name, id)),
    replace: (id, item) =>
      write(async (store) => {
        if (!(await store.get(id))) return;
        await store.delete(id);
        await store.put(rowOf(item));
      }),
  };
}

/** The user whose queues may be shown and sent now; undefined: nobody is signed in. */
export function ownerNow(): string | undefined {
  const { session } = currentSession();
  return session?.type === 'admin' ? undefined : session?.userId;
}

/** A queue as the screens of this tab and of the others show it. */
interface QueueView {
  /** Loads the queue. Without storage it is empty. */
  refresh: () => Promise<void>;
  /** After a change: this tab and the others load the queue anew. */
  changed: () => Promise<void>;
  /** Loads it anew after a change in another tab. Returns how to stop. */
  followOtherTabs: () => () => void;
}

/** Shows a queue in every tab. */
export function queueView<Item extends Queued>(
  name: string,
  list: (owner: string) => Promise<Item[]>,
  show: (items: Item[]) => void,
): QueueView {
  let open: BroadcastChannel | undefined;
  const channel = () => {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    open ??= new BroadcastChannel(`svitlo.${name}`);
    return open;
  };
  const refresh = async () => {
    const owner = ownerNow();
    const items = owner === undefined ? [] : await list(owner).catch(() => []);
    if (ownerNow() === owner) show(items);
  };
  return {
    refresh,
    async changed() {
      channel()?.postMessage('changed');
      await refresh();
    },
    followOtherTabs() {
      const onMessage = () => {
        refresh().catch(() => undefined);
      };
      channel()?.addEventListener('message', onMessage);
      return () => channel()?.removeEventListener('message', onMessage);
    },
  };
}

/** Runs the work in one tab at a time, and again for calls that come while it runs. */
export const oneTabAtATime = (lock: string, work: () => Promise<void>) =>
  singleFlight(() => withWebLock(lock, { wait: true }, work)).rerun;

interface QueueWork {
  view: QueueView;
  /** How often it is tried anew while something is queued and the page is visible. */
  retryMs: number;
  /** Whether something waits to be sent. */
  isWaiting: () => boolean;
  /** Once the queue is loaded. */
  tidy?: () => Promise<void>;
  send: () => Promise<void>;
  /** Another user has signed in: nothing is shown until theirs is loaded. */
  forget: () => void;
}

/**
 * Sends a queue: now, when the network is back, when the page becomes visible, again and again while something is queued,
 * and when its owner signs in. Returns how to stop.
 */
export function startQueue({ view, retryMs, isWaiting, tidy, send, forget }: QueueWork): () => void {
  const refresh = async () => {
    await view.refresh();
    await tidy?.();
    // A browser may be wrong about being offline: an attempt costs nothing.
    if (isWaiting()) await send();
  };
  const now = () => {
    if (!document.hidden) refresh().catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (isWaiting()) now();
  }, retryMs);
  window.addEventListener('online', now);
  window.addEventListener('focus', now);
  document.addEventListener('visibilitychange', now);
  let user = currentSession().session?.id;
  const leaveSession = useSessionStore.subscribe(({ session }) => {
    if (session?.id === user) return;
    user = session?.id;
    forget();
    now();
  });
  const leaveTabs = view.followOtherTabs();
  refresh().catch(() => undefined);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', now);
    window.removeEventListener('focus', now);
    document.removeEventListener('visibilitychange', now);
    leaveSession();
    leaveTabs();
  };
}
