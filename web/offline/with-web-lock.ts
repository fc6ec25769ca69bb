import { deviceNow } from '#web/lib/clock.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { withDeviceDatabase } from './device-database.ts';

/** A tab that was closed in the middle holds up the others for so long, where the browser has no locks. */
const LEASE_MS = 60_000;

/**
 * Does something in one tab at a time; undefined: another tab is at it, or (`wait`) nothing. By a lock that the browser
 * frees when a tab is closed; where there are none, by a lease on the device.
 */
export async function withWebLock<T>(
  name: string,
  { wait }: { readonly wait: boolean },
  work: () => Promise<T>,
): Promise<T | undefined> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks) return locks.request(name, { ifAvailable: !wait }, (lock) => (lock ? work() : undefined));
  const holder = newRequestId();
  if (!(await takeLease(name, holder))) return undefined;
  const renewal = setInterval(() => {
    takeLease(name, holder).catch(() => undefined);
  }, LEASE_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await leaveLease(name, holder);
  }
}

function takeLease(name: string, holder: string): Promise<boolean> {
  return withDeviceDatabase(async (database) => {
    const { store } = database.transaction('lease', 'readwrite');
    const held = await store.get(name);
    const now = deviceNow();
    const isFree = !held || held.holder === holder || held.until < now || held.until > now + LEASE_MS;
    if (isFree) await store.put({ name, holder, until: now + LEASE_MS });
    return isFree;
  });
}

function leaveLease(name: string, holder: string): Promise<void> {
  return withDeviceDatabase(async (database) => {
    const { store } = database.transaction('lease', 'readwrite');
    const held = await store.get(name);
    if (held?.holder === holder) await store.delete(name);
  });
}
