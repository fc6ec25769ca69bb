import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_CONFIRM, EVENT_READ } from '#billing/api/events.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { insertOutboxEvents } from './public.ts';

let billing: TestBilling;

beforeAll(async () => {
  billing = await startTestBilling();
});
afterAll(() => billing.close());

test('EVENT_READ returns events in order until they are confirmed', async () => {
  const changes = ['one', 'two', 'three'].map((name) => ({
    accountNumber: '2390001111',
    kind: `test.${name}`,
    payload: { sum: '1.00' },
  }));
  await insertOutboxEvents(billing.db, changes, billing.clock.now());
  const { events } = await billing.ask(EVENT_READ, { limit: 2 });
  expect(events).toEqual([
    {
      eventId: expect.any(String),
      accountNumber: '2390001111',
      kind: 'test.one',
      payload: { sum: '1.00' },
      happenedAt: '2026-11-20T10:00:00.000Z',
    },
    expect.objectContaining({ kind: 'test.two' }),
  ]);
  expect(await billing.ask(EVENT_READ, { limit: 2 })).toEqual({ events });
  const eventIds = events.map(({ eventId }) => eventId);
  expect(await billing.ask(EVENT_CONFIRM, { eventIds })).toEqual({ removed: 2 });
  expect(await billing.ask(EVENT_CONFIRM, { eventIds })).toEqual({ removed: 0 });
  const left = await billing.ask(EVENT_READ, { limit: 10 });
  expect(left.events.map(({ kind }) => kind)).toEqual(['test.three']);
});

test('an event is rolled back with its transaction', async () => {
  await expect(
    billing.db.transaction().execute(async (transaction) => {
      await insertOutboxEvents(
        transaction,
        [{ accountNumber: '2390001111', kind: 'test.undone', payload: {} }],
        billing.clock.now(),
      );
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  const { events } = await billing.ask(EVENT_READ, { limit: 10 });
  expect(events.map(({ kind }) => kind)).not.toContain('test.undone');
});
