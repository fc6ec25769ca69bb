import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

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

let opening: Promise<DeviceDatabase> | undefined;

/**
 * What the cabinet keeps on the device beyond a visit. A browser may refuse it (private window): it is asked again the
 * next time.
 * @throws when the browser keeps nothing.
 */
export function deviceDatabase(): Promise<DeviceDatabase> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

// A browser that refuses may do so by throwing at once.
async function open(): Promise<DeviceDatabase> {
  return openDB<DeviceSchema>(NAME, VERSION, {
    upgrade(database, oldVersion) {
      const createQueue = (name: QueueName) =>
        database.createObjectStore(name, { keyPath: 'id' }).createIndex('owner', 'owner');
      if (oldVersion < 1) {
        database.createObjectStore('seen', { keyPath: ['session', 'key'] });
        createQueue('readings-waiting');
        database.createObjectStore('lease', { keyPath: 'name' });
      }
      if (oldVersion < 2) createQueue('messages-waiting');
    },
    // A newer version in another tab wants to change it: this one lets go and opens it anew when it needs it.
    blocking(_current, _blocked, event) {
      opening = undefined;
      (event.target as IDBDatabase).close();
    },
    terminated() {
      opening = undefined;
    },
  });
}
