import { expect, test } from 'vitest';
import { setMaintenance } from '#contract/maintenance.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { getServiceStatus } from '#contract/service-status.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createLogger } from '#platform/logger.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { passCacheTime } from '#platform/testing/pass-cache-time.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { createServiceWatch } from './public.ts';

const cabinet = provideTestApp();
const sharedForMs = 10_000;

/** A watch of a node on a pool of its own; `failing` has the names of the checks that fail. */
function startWatch(nodeName: string, from: string) {
  const { db, close } = connectDatabase<unknown>({ url: cabinet.url, poolSize: 2, name: nodeName });
  const clock = fixedClock(instantFromIso(from));
  const failing = new Set<string>();
  const checks = ['database', 'billing', 'databaseWrite', 'bookingClock'].map((name) => ({
    name,
    check: async () => {
      if (failing.has(name)) throw new Error(name);
    },
  }));
  const log = createLogger({ level: 'silent' });
  const watch = createServiceWatch({ db: db as PortalDatabase, clock, checks, nodeName, log });
  return {
    clock,
    failing,
    close,
    look: () => watch.look(),
    /** Looks after so many seconds. */
    lookAfter: async (seconds: number) => {
      clock.set((clock.now() + seconds * 1000) as Instant);
      await watch.look();
    },
    read: async () => {
      passCacheTime(sharedForMs);
      return watch.read();
    },
    incidents: async () => {
      passCacheTime(sharedForMs);
      const { incidents } = await watch.read();
      return incidents.map(({ part, state, from: begun, until }) => [part, state, begun, until]);
    },
  };
}

const iso = (time: string) => `2026-11-20T${time}.000Z`;

test('everybody reads that all works; announced maintenance is shown with its text, and a day before it on pages of customers', async () => {
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  cabinet.clock.set(instantFromIso(iso('10:00:00')));
  const { body } = await cabinet.post(getServiceStatus, {});
  expect(body.service).toMatchObject({
    checkedAt: iso('10:00:00'),
    readAt: iso('10:00:00'),
    ...{ running: null, planned: null, incidents: [] },
    parts: ['signIn', 'readings', 'payments', 'messages'].map((part) => ({ part, state: 'works' })),
  });

  const [from, until] = ['2026-11-21T12:00:00.000Z', '2026-11-21T12:30:00.000Z'];
  const text = 'Оновлюємо базу даних.';
  const window = { from, until, text, reason: 'Заміна дисків', revision: 0 };
  await cabinet.post(setMaintenance, { token: owner, ...window });
  passCacheTime(sharedForMs);
  expect((await cabinet.post(getServiceStatus, {})).body.service.planned).toEqual({ from, until, text });
  const lineOf = async (pageToDisplay: string) =>
    (await cabinet.post(getServiceMessage, { pageToDisplay })).body.data.message;
  expect(await lineOf('/')).toBe('');
  cabinet.clock.set(instantFromIso('2026-11-20T12:00:00Z'));
  expect(await lineOf('/')).toBe(
    'Планові роботи з 21.11.2026 14:00 до 14:30: у цей час кабінет не працюватиме. Оновлюємо базу даних.',
  );
  expect(await lineOf('/cabinet/admin/settings')).toBe('');

  cabinet.clock.set(instantFromIso(from));
  passCacheTime(sharedForMs);
  const running = (await cabinet.post(getServiceStatus, {})).body.service;
  expect([running.running, running.planned]).toEqual([{ from, until, text }, null]);
  expect(JSON.stringify(running)).not.toContain('Заміна дисків');
});

test('an interruption is recorded from the first of two looks that meet it until a look that does not', async () => {
  const node = startWatch('node-1', iso('13:00:00'));
  try {
    await node.look();
    node.failing.add('bookingClock');
    await node.lookAfter(15);
    node.failing.clear();
    await node.lookAfter(15);
    expect(await node.incidents()).toEqual([]);
    node.failing.add('bookingClock');
    await node.lookAfter(15);
    await node.lookAfter(15);
    expect(await node.incidents()).toEqual([['payments', 'down', iso('13:00:45'), null]]);
    await node.lookAfter(15);
    node.failing.clear();
    await node.lookAfter(15);
    expect(await node.incidents()).toEqual([['payments', 'down', iso('13:00:45'), iso('13:01:30')]]);
  } finally {
    await node.close();
  }
});

test('a gap of looks of all nodes is an interruption of everything; a node that takes over saw that there was none', async () => {
  const [first, second] = [startWatch('node-1', iso('14:00:00')), startWatch('node-2', iso('14:00:05'))];
  try {
    await first.look();
    await second.look();
    const before = await first.incidents();
    // The first node is gone.
    for (let looks = 0; looks < 8; looks += 1) await second.lookAfter(15);
    expect(await second.incidents()).toEqual(before);
    await second.lookAfter(600);
    const gap = ['cabinet', 'down', iso('14:02:05'), iso('14:12:05')];
    expect(await second.incidents()).toEqual([gap, ...before]);
  } finally {
    await first.close();
    await second.close();
  }
});

test('while the database is unavailable the answer says so and has what was read last', async () => {
  const node = startWatch('node-1', iso('15:00:00'));
  const known = await node.read();
  await node.close();
  for (const name of ['database', 'billing', 'databaseWrite', 'bookingClock']) node.failing.add(name);
  node.clock.set(instantFromIso(iso('15:05:00')));
  const answer = await node.read();
  expect(answer.parts.map(({ state }) => state)).toEqual(['down', 'down', 'down', 'down']);
  expect(answer).toMatchObject({ checkedAt: iso('15:05:00'), readAt: iso('15:00:00') });
  expect(answer.incidents).toEqual(known.incidents);
  expect(known.incidents.length).toBeGreaterThan(0);
  await expect(node.look()).rejects.toThrow();
});

test('interruptions that ended 90 days ago are deleted', async () => {
  const node = startWatch('node-1', '2027-03-01T10:00:00Z');
  try {
    await node.look();
    node.failing.add('billing');
    await node.lookAfter(15);
    await node.lookAfter(15);
    const rows = await cabinet.portalDb
      .selectFrom('portal.service_incident')
      .select('part')
      .where('ended_at', 'is not', null)
      .execute();
    // The gap since the test before this one ended just now.
    expect(rows).toEqual([{ part: 'cabinet' }]);
  } finally {
    await node.close();
  }
});
