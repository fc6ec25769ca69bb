import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { singleFlight } from '#platform/single-flight.ts';

const NAME = 'svitlo';
const VERSION = 2;

/** Something that a page has shown, to be shown again without a network. */
export interface SeenRow {
  /** The session that read it: nobody else sees it, and it goes with the session. */
  session: string;
  /** What was asked. */
  key: string;
  data: unknown;
  /** When it was read, by the clock of the device. */
  readAt: number;
}

/** Something that waits for the network; what exactly, knows the feature that put it here. */
export interface QueuedRow {
  id: string;
  /** Whose it is: only under a sign-in of the same user it is shown or sent. */
  owner: string;
  [field: string]: unknown;
}

/** Who does something that only one tab may do at a time; for browsers without locks. */
interface LeaseRow {
  name: string;
  holder: string;
  until: number;
}

interface QueueSchema {
  key: string;
  value: QueuedRow;
  indexes: { owner: string };
}

/** What waits for the network, by kind. */
export type QueueName = 'readings-waiting' | 'messages-waiting';

interface DeviceSchema extends DBSchema {
  seen: { key: [string, string]; value: SeenRow };
  'readings-waiting': QueueSchema;
  'messages-waiting': QueueSchema;
  lease: { key: string; value: LeaseRow };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;
export type QueueStore = IDBPObjectStore<DeviceSchema, [QueueName], QueueName, 'readwrite'>;

let database: DeviceDatabase | undefined;

/**
 * What the cabinet stores on the device beyond a visit. A browser may refuse it (private window): it is opened again the
 * next time.
 * @throws when the browser stores nothing.
 */
const deviceDatabase = singleFlight(async () => {
  database ??= await open();
  return database;
}).run;

/** Whether the browser opens the database, e.g. not in a private window. */
export const canOpenDatabase = (): Promise<boolean> =>
  deviceDatabase().then(
    () => true,
    () => false,
  );

export const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * Works on the database. iOS drops connections of a page in the background without an event: after a failure the database
 * is opened again and the work is repeated once, so the work must be repeatable.
 * @throws when the browser opens no database, or the work fails again.
 */
export async function withDeviceDatabase<T>(work: (database: DeviceDatabase) => Promise<T>): Promise<T> {
  const used = await deviceDatabase();
  try {
    return await work(used);
  } catch (error) {
    if (isFull(error)) throw error;
    if (database === used) database = undefined;
    used.close();
    return work(await deviceDatabase());
  }
}

function open(): Promise<DeviceDatabase> {
  return openDB<DeviceSchema>(NAME, VERSION, {
    upgrade(upgraded, oldVersion) {
      const createQueue = (name: QueueName) =>
        upgraded.createObjectStore(name, { keyPath: 'id' }).createIndex('owner', 'owner');
      if (oldVersion < 1) {
        upgraded.createObjectStore('seen', { keyPath: ['session', 'key'] });
        createQueue('readings-waiting');
        upgraded.createObjectStore('lease', { keyPath: 'name' });
      }
      if (oldVersion < 2) createQueue('messages-waiting');
    },
    // A newer version in another tab wants to change it: this one closes it and opens it again when it needs it.
    blocking(_current, _blocked, event) {
      database = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated() {
      database = undefined;
    },
  });
}
