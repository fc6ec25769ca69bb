import { beforeEach, expect, test, vi } from 'vitest';

interface Row {
  id: string;
  owner: string;
  meter?: string;
}

const idb = vi.hoisted(() => ({ openDB: vi.fn() }));
vi.mock('idb', () => idb);

/** The disk of the device. */
const stored = new Map<string, Row>();
const lost = () => new DOMException('The database connection is closing.', 'InvalidStateError');

interface Connection {
  /** What each transaction throws. */
  error?: DOMException | undefined;
}

function openConnection({ error }: Connection = {}) {
  const throwIfLost = () => {
    if (error) throw error;
  };
  const rowsOf = async (owner: string) => [...stored.values()].filter((row) => row.owner === owner);
  const store = {
    get: async (id: string) => stored.get(id),
    put: async (row: Row) => stored.set(row.id, row),
    delete: async (id: string) => stored.delete(id),
    index: () => ({ getAll: rowsOf }),
  };
  return {
    close: vi.fn(),
    clear: async () => throwIfLost(),
    transaction: () => {
      throwIfLost();
      return { store, done: Promise.resolve() };
    },
    getAllFromIndex: async (_name: string, _index: string, owner: string) => {
      throwIfLost();
      return rowsOf(owner);
    },
    delete: async (_name: string, id: string) => {
      throwIfLost();
      stored.delete(id);
    },
  };
}

/** The connection that each `open` returns, or the error it throws. */
async function queueOver(...opened: (Connection | DOMException)[]) {
  for (const one of opened) {
    if (one instanceof DOMException) idb.openDB.mockRejectedValueOnce(one);
    else idb.openDB.mockResolvedValueOnce(openConnection(one));
  }
  vi.resetModules();
  const { deviceQueue } = await import('./device-queue.ts');
  return deviceQueue<Row>('readings-waiting', {
    compare: (one, other) => one.id.localeCompare(other.id),
    excludes: (queued, row) => queued.meter !== undefined && queued.meter === row.meter,
  });
}

beforeEach(() => {
  stored.clear();
  idb.openDB.mockReset().mockRejectedValue(new DOMException('not in a private window', 'SecurityError'));
});

const row: Row = { id: 'r-1', owner: 'olena' };

test.each(['InvalidStateError', 'UnknownError', 'AbortError'])(
  'every call of a queue opens the database again after %s',
  async (name) => {
    const dead = { error: new DOMException('Connection to Indexed Database server lost', name) };
    expect(await (await queueOver(dead, {})).store(row)).toBe('stored');
    expect(await (await queueOver(dead, {})).list('olena')).toEqual([row]);
    expect(await (await queueOver(dead, {})).update('r-1', {})).toEqual(row);
    await (await queueOver(dead, {})).replace('r-1', { ...row, id: 'r-2' });
    expect([...stored.keys()]).toEqual(['r-2']);
    await (await queueOver(dead, {})).remove('r-2');
    expect(stored.size).toBe(0);
  },
);

test('store returns other while the queue of the user has one that excludes it, and stores the same one again', async () => {
  const queue = await queueOver({});
  const first = { ...row, meter: 'm-1' };
  expect(await queue.store(first)).toBe('stored');
  expect(await queue.store({ ...first, id: 'r-2' })).toBe('other');
  expect(await queue.store(first)).toBe('stored');
  expect(await queue.store({ ...first, id: 'r-3', meter: 'm-2' })).toBe('stored');
  expect(await queue.store({ ...first, id: 'r-4', owner: 'petro' })).toBe('stored');
  expect([...stored.keys()]).toEqual(['r-1', 'r-3', 'r-4']);
});

test('a lost connection is closed and not used again', async () => {
  const queue = await queueOver({ error: lost() }, {});
  await queue.store(row);
  const dead = await idb.openDB.mock.results[0]?.value;
  expect(dead.close).toHaveBeenCalledOnce();
  expect(await queue.list('olena')).toEqual([row]);
  expect(idb.openDB).toHaveBeenCalledTimes(2);
});

test('store returns unavailable when the database does not open', async () =>
  expect(await (await queueOver()).store(row)).toBe('unavailable'));

test('store returns failed when the database opens and stores nothing', async () => {
  const queue = await queueOver();
  idb.openDB.mockImplementation(async () => openConnection({ error: lost() }));
  expect(await queue.store(row)).toBe('failed');
});

test('store returns full on a full disk without opening the database again', async () => {
  const queue = await queueOver({ error: new DOMException('no room', 'QuotaExceededError') });
  expect(await queue.store(row)).toBe('full');
  expect(idb.openDB).toHaveBeenCalledOnce();
});
