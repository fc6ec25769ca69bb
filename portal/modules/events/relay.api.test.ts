import { beforeAll, beforeEach, expect, test } from 'vitest';
import { EVENT_CONFIRM } from '#billing/api/events.ts';
import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import { insertOutboxEvents } from '#billing/modules/events/public.ts';
import { listEvents } from '#contract/events.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { typedSql, uuid } from '#platform/database/typed-sql.ts';
import { jobContext } from '#platform/jobs/testing/job-context.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { deleteOldEvents, ensureEventPartitions, insertAccountEvents, relayEvents } from './event-store.ts';

const account = '2390001111';
let billing: BillingClient;
let token: string;

const app = provideTestApp();

beforeAll(async () => {
  billing = createBillingClient({
    transport: inProcess(app.billing),
    record: () => undefined,
    clock: app.clock,
  });
  token = await app.signIn([account]);
});
beforeEach(() => app.portalDb.deleteFrom('portal.account_event').execute());

/** Events a minute apart, in the account of the test. */
async function addEvents(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const at = (app.clock.now() + number * 60_000) as Instant;
    const event = { accountNumber: account, kind: `test.${number}`, payload: { sum: `${number}.00` } };
    await insertOutboxEvents(app.billingDb, [event], at);
  }
}

const shown = async () =>
  (await app.post(listEvents, { token, account })).body.events.map(({ kind }) => kind);

test('what billing tells is shown newest first, twenty at most, and told once', async () => {
  await addEvents(23);
  expect(await relayEvents(app.portalDb, billing, jobContext())).toBe(23);
  expect(await relayEvents(app.portalDb, billing, jobContext())).toBe(0);
  const kinds = await shown();
  expect(kinds).toHaveLength(20);
  expect(kinds.slice(0, 2)).toEqual(['test.23', 'test.22']);
  const { body } = await app.post(listEvents, { token, account });
  expect(body.events[0]).toMatchObject({ happenedAt: '2026-11-20T10:23:00.000Z', facts: { sum: '23.00' } });
});

test('cut off before it is confirmed, an event comes again and is kept once', async () => {
  await addEvents(3);
  const broken: BillingClient = {
    call: (module, input, context) =>
      module.name === EVENT_CONFIRM.name
        ? Promise.reject(new Error('the connection broke'))
        : billing.call(module, input, context),
  };
  await expect(relayEvents(app.portalDb, broken, jobContext())).rejects.toThrow('the connection broke');
  expect(await shown()).toHaveLength(3);
  expect(await relayEvents(app.portalDb, billing, jobContext())).toBe(3);
  expect(await shown()).toHaveLength(3);
});

test('events are shown without facts that are null', async () => {
  const event = { accountNumber: account, kind: 'test.null', payload: { sum: '9.00', actNumber: null } };
  await insertOutboxEvents(app.billingDb, [event], app.clock.now());
  await relayEvents(app.portalDb, billing, jobContext());
  const { body } = await app.post(listEvents, { token, account });
  expect(body.events).toMatchObject([{ kind: 'test.null' }]);
  expect(body.events[0]?.facts).toEqual({ sum: '9.00' });
});

test('a month of events ends as a whole, and an event whose id tells no month by its moment', async () => {
  const { rows } = await typedSql({ id: uuid() })`
    select max(ends_at::text)::uuid as id from portal.account_event_partition`.execute(app.portalDb);
  const firstDay = new Date(Number.parseInt(rows[0]?.id.replace('-', '').slice(0, 12) ?? '', 16));
  const dayAfter = (months: number, days: number) =>
    Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth() + months, days) as Instant;
  expect(await ensureEventPartitions(app.portalDb, dayAfter(0, 9))).toBe(3);
  expect(await ensureEventPartitions(app.portalDb, dayAfter(0, 9))).toBe(0);
  expect(await ensureEventPartitions(app.portalDb, dayAfter(1, 9))).toBe(1);
  const idAt = (moment: Instant, digit: number) =>
    `${moment.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-8000-00000000000${digit}`;
  const event = (eventId: string, kind: string, moment: Instant) => ({
    ...{ eventId, kind, accountNumber: account, payload: {}, happenedAt: instantToIso(moment) },
  });
  await insertAccountEvents(app.portalDb, [
    event(idAt(dayAfter(-1, 9), 1), 'before', dayAfter(-1, 9)),
    event(idAt(dayAfter(0, 1), 2), 'first', dayAfter(0, 1)),
    event(idAt(dayAfter(0, 28), 3), 'last', dayAfter(0, 28)),
    event(idAt(dayAfter(1, 1), 4), 'next', dayAfter(1, 1)),
    ...['a', 'b', 'c'].map((letter) =>
      event(`ffffffff-ffff-4fff-8fff-fffffffffff${letter}`, letter, dayAfter(0, 2)),
    ),
  ]);
  expect(await deleteOldEvents(app.portalDb, (dayAfter(0, 1) - 1) as Instant, 2)).toBe(0);
  expect(await deleteOldEvents(app.portalDb, dayAfter(0, 1), 2)).toBe(1);
  expect(await shown()).toEqual(['next', 'last', 'c', 'b', 'a', 'first']);
  expect(await deleteOldEvents(app.portalDb, dayAfter(0, 31), 2)).toBe(2);
  expect(await shown()).toEqual(['next', 'last', ...(await shown()).slice(2, 3), 'first']);
  expect(await deleteOldEvents(app.portalDb, dayAfter(1, 1), 2)).toBe(3);
  expect(await shown()).toEqual(['next']);
});

test('several nodes at once keep each event once', async () => {
  await addEvents(10);
  await Promise.all([1, 2, 3].map(() => relayEvents(app.portalDb, billing, jobContext())));
  expect(await shown()).toHaveLength(10);
  expect(await relayEvents(app.portalDb, billing, jobContext())).toBe(0);
});
