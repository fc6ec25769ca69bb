import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AccountFixture } from '#billing/testing/make-account.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { lockWaiters } from '#platform/testing/lock-waiters.ts';
import { newId } from '#platform/uuid.ts';
import { inWindow, provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeReadingCustomer, steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';

const app = provideReadingApp();

const customer = (fixture?: AccountFixture) => makeReadingCustomer(app, fixture);
const history = steadyHistory;
const twoZones = [{ period: '2026-09', closing: { day: 2000, night: 300 } }] as const;

test('a reading in the window is accepted for the month, with a receipt that says what it costs', async () => {
  const { submit, stored, accountNumber } = await customer();
  const { httpStatus, body } = await submit({ single: '2103' });
  expect(httpStatus).toBe(200);
  expect(body.outcome).toMatchObject({
    kind: 'accepted',
    code: 'readings.accepted',
    message: expect.stringContaining('Показання прийнято'),
    registers: [{ zone: 'single', previousValue: 2000, value: 2103, kwh: 103, code: null }],
    totalKwh: 103,
    period: '2026-10',
    effectiveDate: '2026-11-01',
    missingZones: [],
  });
  expect(body.receipt).toMatchObject({
    number: expect.stringMatching(/^\d{6,}$/),
    submittedAt: '2026-10-31T10:00:00.000Z',
    values: { single: 2103 },
    totalKwh: 103,
    sum: '444.96',
  });
  const row = { zone: 'single', value: 2103n, status: 'accepted', period: '2026-10' };
  expect(await stored()).toEqual([{ ...row, effective_date: '2026-11-01' }]);
  const event = await app.billingDb
    .selectFrom('billing.outbox_event')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  expect(event).toMatchObject({ kind: 'reading.accepted', payload: { values: { single: 2103 }, kwh: 103 } });
  const audit = await app.billingDb
    .selectFrom('billing.audit_entry')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  expect(audit).toMatchObject({ action: 'reading.submit', actor: expect.stringMatching(/^person:/) });
});

test('a repeated request with an answer stored without the days of the window gets the same text', async () => {
  const { submit, accountNumber } = await customer();
  const requestId = newId();
  const first = await submit({ single: '2103' }, { requestId });
  await sql`
    update billing.reading_submission set outcome = outcome #- '{outcome,params,lastDays}' #- '{outcome,params,firstDays}'
    where account_number = ${accountNumber}`.execute(app.billingDb);
  expect((await submit({ single: '2103' }, { requestId })).body).toEqual(first.body);
  expect(first.body.outcome.message).toContain('в останні 2 дні місяця або перші 3 дні наступного');
});

test('an answer is stored without what its submission has, and is read whole, also one that was stored whole', async () => {
  const { submit, accountNumber } = await customer({ meters: [{ zoneScheme: 'two' }], history: twoZones });
  const requestId = newId();
  const values = { day: '2103', night: '305' };
  const first = await submit(values, { requestId });
  expect(first.httpStatus).toBe(200);
  const { rows } = await sql<{ outcome: { sum: string; outcome: object } }>`
    select outcome from billing.reading_submission where account_number = ${accountNumber}`.execute(
    app.billingDb,
  );
  const [stored] = rows;
  expect(Object.keys(stored?.outcome ?? {}).toSorted()).toEqual(['outcome', 'sum']);
  for (const left of ['period', 'missingZones', 'confirmations', 'adviceParams'])
    expect(stored?.outcome.outcome).not.toHaveProperty(left);
  expect((await submit(values, { requestId })).body).toEqual(first.body);
  await sql`
    update billing.reading_submission s set outcome = billing.reading_answer(s) where account_number = ${accountNumber}`.execute(
    app.billingDb,
  );
  expect((await submit(values, { requestId })).body).toEqual(first.body);
});

test('a double tap, with one request id or with two, makes one reading and one receipt', async () => {
  const { submit, stored } = await customer();
  const requestId = newId();
  const answers = await Promise.all([
    submit({ single: '2103' }, { requestId }),
    submit({ single: '2103' }, { requestId }),
    submit({ single: '2103' }),
    submit({ single: '02103' }),
  ]);
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.receipt.number)).size).toBe(1);
  expect(await stored()).toHaveLength(1);
});

test('two phones with different values: one is accepted, the other gets the current reading', async () => {
  const { submit, stored } = await customer();
  const answers = await Promise.all([submit({ single: '2103' }), submit({ single: '2104' })]);
  const [refused] = answers.filter(({ httpStatus }) => httpStatus === 409);
  const [accepted] = answers.filter(({ httpStatus }) => httpStatus === 200);
  const { number: receiptNumber, values } = accepted?.body.receipt ?? {};
  expect(refused?.body).toMatchObject({
    code: 'readings.alreadySubmitted',
    message: expect.stringContaining('31.10.2026'),
    details: { kind: 'refused', currentReading: { receiptNumber, values, correctable: true } },
  });
  expect(await stored()).toHaveLength(1);
});

test('64 customers at once, of every kind, each get their own answer', async () => {
  const customers = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      customer(index % 8 === 7 ? { history, pointState: 'substation' } : { history }),
    ),
  );
  const answers = await Promise.all(
    customers.map(({ submit }, index) => submit({ single: index % 4 === 3 ? '1999' : String(2050 + index) })),
  );
  for (const [index, { httpStatus, body }] of answers.entries()) {
    if (index % 8 === 7) expect(body.code).toBe('readings.substation');
    else if (index % 4 === 3) expect(body.code).toBe('readings.lowerThanPrevious');
    else expect([httpStatus, body.receipt.values]).toEqual([200, { single: 2050 + index }]);
  }
  const numbers = answers.flatMap(({ body }) => (body.receipt ? [body.receipt.number] : []));
  expect(new Set(numbers).size).toBe(numbers.length);
  const stored = await Promise.all(customers.map((one) => one.stored()));
  expect(stored.flat()).toHaveLength(numbers.length);
});

test('a clock that is ahead or behind by more than five minutes is refused; both times of a right one are kept', async () => {
  const { submit, accountNumber } = await customer();
  // By the server's clock it is 10:00.
  for (const times of [
    { takenAt: '2026-10-31T10:05:01Z' },
    { takenAt: '2026-10-31T09:54:59Z' },
    { takenAt: '2026-10-31T07:30:00Z', sentAt: '2026-10-31T09:54:59Z' },
    { takenAt: '2026-10-31T07:30:00Z', sentAt: '2026-10-31T10:05:01Z' },
    { takenAt: '2026-10-31T10:05:01Z', sentAt: '2026-10-31T10:00:00Z' },
    { takenAt: '2026-09-30T09:59:59Z', sentAt: '2026-10-31T10:00:00Z' },
    { sentAt: '2026-10-29T10:00:00Z' },
  ]) {
    const { httpStatus, body } = await submit({ single: '2103' }, times);
    expect([times, httpStatus, body.code]).toEqual([times, 422, 'common.deviceClock']);
  }
  const times = { takenAt: '2026-10-31T07:30:00Z', sentAt: '2026-10-31T09:55:00Z' };
  const right = await submit({ single: '2103' }, times);
  expect(right.body.receipt).toMatchObject({
    takenAt: '2026-10-31T07:30:00.000Z',
    submittedAt: '2026-10-31T10:00:00.000Z',
  });
  const row = await app.billingDb
    .selectFrom('billing.reading_submission')
    .select(['taken_at', 'submitted_at'])
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ taken_at: instantFromIso('2026-10-31T07:30:00Z'), submitted_at: inWindow });
});

test('while the month is being closed a reading is kept for the next and says so', async () => {
  await setPeriodState(app.billingDb, '2026-10', 'closing');
  app.clock.set(instantFromIso('2026-11-01T10:00:00Z'));
  const { submit, stored } = await customer();
  const { outcome } = (await submit({ single: '2103' })).body;
  expect(outcome).toMatchObject({ kind: 'accepted', code: 'readings.notInCalculation', period: '2026-11' });
  expect(await stored()).toMatchObject([{ period: '2026-11' }]);
});

test('a closing that begins between the judging and the writing sends the reading to the next month', async () => {
  app.clock.set(instantFromIso('2026-11-01T10:00:00Z'));
  const { submit, stored } = await customer();
  const closing = await app.billingDb.startTransaction().execute();
  await setPeriodState(closing, '2026-10', 'closing');
  const submitted = submit({ single: '2103' });
  await expect.poll(() => lockWaiters(app.billingDb)).toHaveLength(1);
  await closing.commit().execute();
  expect((await submitted).body.outcome.code).toBe('readings.notInCalculation');
  expect(await stored()).toMatchObject([{ period: '2026-11' }]);
});

test('a fault with one reading harms no other of its batch; nothing of it is stored, and it is safe to repeat', async () => {
  const [unlucky, ...others] = await Promise.all(Array.from({ length: 8 }, () => customer()));
  if (unlucky === undefined) throw new Error('there are eight customers');
  const superuser = connectDatabase<unknown>({ url: app.adminUrl, poolSize: 1 });
  await sql
    .raw(`create function billing.fail_once() returns trigger language plpgsql as $$ begin raise 'disk trouble'; end $$;
      create trigger fail_once before insert on billing.audit_entry for each row
        when (new.account_number = '${unlucky.accountNumber}') execute function billing.fail_once()`)
    .execute(superuser.db);
  const requestId = newId();
  const [failed, ...answers] = await Promise.all([
    unlucky.submit({ single: '2103' }, { requestId }),
    ...others.map(({ submit }) => submit({ single: '2103' })),
  ]);
  await sql.raw('drop trigger fail_once on billing.audit_entry').execute(superuser.db);
  await superuser.close();
  expect([failed.httpStatus, failed.body.code]).toEqual([500, 'readings.readingFailed']);
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(others.map(() => 200));
  expect(await unlucky.stored()).toEqual([]);
  expect((await unlucky.submit({ single: '2103' }, { requestId })).httpStatus).toBe(200);
});

test('readings on a full disk are answered 503, of one batch or alone, and count once when they are repeated', async () => {
  const customers = await Promise.all(Array.from({ length: 3 }, () => customer()));
  const superuser = connectDatabase<unknown>({ url: app.adminUrl, poolSize: 1 });
  await sql
    .raw(`create function billing.no_room() returns trigger language plpgsql as $$
      begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger no_room before insert on billing.audit_entry for each row execute function billing.no_room()`)
    .execute(superuser.db);
  const requestIds = customers.map(() => newId());
  const submitAll = () =>
    Promise.all(
      customers.map(({ submit }, index) =>
        submit({ single: '2103' }, { requestId: requestIds[index] as string }),
      ),
    );
  const refused = await submitAll();
  await sql.raw('drop function billing.no_room cascade').execute(superuser.db);
  await superuser.close();
  expect(refused.map(({ httpStatus, body }) => [httpStatus, body.code])).toEqual(
    customers.map(() => [503, 'common.serviceDown']),
  );
  expect((await submitAll()).map(({ httpStatus }) => httpStatus)).toEqual(customers.map(() => 200));
  expect(await Promise.all(customers.map(async ({ stored }) => (await stored()).length))).toEqual([1, 1, 1]);
});
