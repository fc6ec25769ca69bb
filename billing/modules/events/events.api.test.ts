import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  AUDIT_FIND,
  AUDIT_READ,
  EVENT_CONFIRM,
  EVENT_READ,
  maxAuditEntries,
  maxFoundReferences,
} from '#billing/api/events.ts';
import { READING_CORRECT, READING_SUBMIT } from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { newId } from '#platform/uuid.ts';
import { insertAudit, insertOutboxEvents } from './public.ts';

const billing = provideTestBilling();

test('EVENT_READ returns events in order until they are confirmed', async () => {
  // Of accounts in another order.
  const payload = { sum: '1.00' };
  const changes = ['one', 'two', 'three'].map((name, place) => {
    return { accountNumber: `239000111${3 - place}`, kind: `test.${name}`, payload };
  });
  await insertOutboxEvents(billing.db, changes, billing.clock.now());
  const { events } = await billing.ask(EVENT_READ, { limit: 2 });
  expect(events).toEqual([
    {
      eventId: expect.any(String),
      accountNumber: '2390001113',
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
      const undone = [{ accountNumber: '2390001111', kind: 'test.undone', payload: {} }];
      await insertOutboxEvents(transaction, undone, billing.clock.now());
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  const { events } = await billing.ask(EVENT_READ, { limit: 10 });
  expect(events.map(({ kind }) => kind)).not.toContain('test.undone');
});

describe('the audit of what staff did', () => {
  const add = (by: { actor: string; reference: string }, payload: object, more: object = {}) =>
    insertAudit(
      billing.db,
      by,
      [{ accountNumber: '2390001111', kind: 'ledger.corrected', payload: { ...payload }, ...more }],
      billing.clock.now(),
    );
  const find = async (words: string) => (await billing.ask(AUDIT_FIND, { words })).references;

  test('AUDIT_READ answers with the entries of each request, the oldest twenty and their number', async () => {
    const many = Array.from({ length: maxAuditEntries + 5 }, (_, index) => ({
      accountNumber: '2390001111',
      kind: 'ledger.corrected',
      payload: { sum: `${index}.00` },
    }));
    await insertAudit(billing.db, { actor: 'admin:a', reference: 'many' }, many, billing.clock.now());
    await add({ actor: 'admin:b', reference: 'one' }, { sum: '7.00' }, { before: { balance: '0.00' } });
    await add({ actor: 'person:c', reference: 'person' }, { sum: '8.00' });
    const { answers } = await billing.ask(AUDIT_READ, { references: ['one', 'none', 'many', 'person', ''] });
    expect(answers.map(({ entries, count }) => [entries.length, count])).toEqual([
      [1, 1],
      [0, 0],
      [maxAuditEntries, maxAuditEntries + 5],
      [0, 0],
      [0, 0],
    ]);
    const states = { before: { balance: '0.00' }, after: { sum: '7.00' } };
    const entry = { accountNumber: '2390001111', action: 'ledger.corrected', ...states };
    expect(answers[0]?.entries).toEqual([entry]);
    expect(answers[2]?.entries.map(({ after }) => after?.sum)).toEqual(
      many.slice(0, maxAuditEntries).map(({ payload }) => payload.sum),
    );
  });

  test('stores a payload whole when staff acts, and else what finds it', async () => {
    const more = { before: { state: 'sent' }, subject: { paymentId: 'p-1' } };
    for (const actor of ['admin:a', 'person:b', 'provider:liqpay'])
      await add({ actor, reference: 'subject' }, { sum: '9.00', paymentId: 'p-1' }, more);
    const { rows } = await sql`
      select actor, before, after from billing.audit_entry where reference = 'subject' order by entry_number`.execute(
      billing.db,
    );
    const found = { before: null, after: { paymentId: 'p-1' } };
    expect(rows).toEqual([
      { actor: 'admin:a', before: { state: 'sent' }, after: { sum: '9.00', paymentId: 'p-1' } },
      { actor: 'person:b', ...found },
      { actor: 'provider:liqpay', ...found },
    ]);
  });

  test('AUDIT_FIND looks through what staff did by requests alone, and not through payments of statements', async () => {
    await add({ actor: 'admin:a', reference: 'older' }, { sum: '1234.56', reason: '100% так' });
    await add({ actor: 'admin:b', reference: 'newer' }, {}, { before: { sum: '1234.56' } });
    await add({ actor: 'person:c', reference: 'person' }, { sum: '1234.56' });
    await add({ actor: 'admin:a', reference: 'landed' }, { sum: '1234.56' }, { kind: 'payment.landed' });
    expect(await find('1 234,56')).toEqual(['newer', 'older']);
    expect(await find('100%')).toEqual(['older']);
    expect(await find('100_')).toEqual([]);
  });

  test('AUDIT_FIND says that there are more than it answers with', async () => {
    const changes = Array.from({ length: maxFoundReferences + 1 }, (_, index) => ({
      accountNumber: '2390001111',
      kind: 'ledger.corrected',
      payload: { reason: 'Масове' },
      by: { actor: 'admin:a', reference: `mass-${index}` },
    }));
    await insertAudit(billing.db, { actor: 'admin:a', reference: 'x' }, changes, billing.clock.now());
    const { references, isCut } = await billing.ask(AUDIT_FIND, { words: 'масове' });
    const newest = `mass-${maxFoundReferences}`;
    expect([references.length, references[0], isCut]).toEqual([maxFoundReferences, newest, true]);
    expect((await billing.ask(AUDIT_FIND, { words: '1234.56' })).isCut).toBe(false);
  });

  test('readings that one statement writes have each the request that gave it', async () => {
    await makeSupplier(billing.db);
    const { run } = createBilling({ db: billing.db, clock: billing.clock });
    const accounts = await Promise.all([1, 2, 3].map(() => makeAccount(billing.db)));
    const give = (module: typeof READING_SUBMIT | typeof READING_CORRECT, more: object, prefix: string) =>
      Promise.all(
        accounts.map(({ accountNumber }, index) =>
          run(
            module.name,
            { accountNumber, requestId: newId(), confirmed: [], ...more },
            { actor: `person:${index}`, reference: `${prefix}-${index}` },
          ),
        ),
      );
    const given = await give(READING_SUBMIT, { values: { single: '10' } }, 'given');
    expect(given.map(({ ok }) => ok)).toEqual([true, true, true]);
    const slip = { values: { single: '12' }, reason: 'Описка' };
    const corrected = await give(READING_CORRECT, slip, 'corrected');
    expect(corrected.map(({ ok }) => ok)).toEqual([true, true, true]);
    const { rows } = await sql`
      select account_number as account, actor, reference, action from billing.audit_entry
       where action like 'reading.%' order by action desc, actor`.execute(billing.db);
    expect(rows).toEqual(
      (['reading.submit', 'reading.correct'] as const).flatMap((action) =>
        accounts.map(({ accountNumber }, index) => ({
          account: accountNumber,
          actor: `person:${index}`,
          reference: `${action === 'reading.submit' ? 'given' : 'corrected'}-${index}`,
          action,
        })),
      ),
    );
  });
});
