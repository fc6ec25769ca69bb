import { expect, test } from 'vitest';
import { READING_CORRECT, READING_SUBMIT } from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { setPeriodState } from '#billing/testing/make-supplier.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { lockWaiters } from '#platform/testing/lock-waiters.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideReadingApp } from '#portal/testing/hooks/provide-reading-app.ts';
import { makeReadingCustomer, steadyHistory } from '#portal/testing/scenarios/reading-customer.ts';

const app = provideReadingApp();

test('a correction replaces the current reading; the old reading, the reason and both values are kept', async () => {
  const { submit, correct, stored, accountNumber } = await makeReadingCustomer(app);
  const first = await submit({ single: '2130' });
  const { httpStatus, body } = await correct({ single: '2103' }, { reason: 'Mixed up two digits' });
  expect(httpStatus).toBe(200);
  expect(body.outcome).toMatchObject({ kind: 'accepted', totalKwh: 103 });
  expect(body.receipt.number).not.toBe(first.body.receipt.number);
  expect(await stored()).toMatchObject([
    { value: 2130n, status: 'superseded' },
    { value: 2103n, status: 'accepted' },
  ]);
  const audit = await app.billingDb
    .selectFrom('billing.audit_entry')
    .select(['before', 'after'])
    .where('account_number', '=', accountNumber)
    .where('action', '=', 'reading.correct')
    .executeTakeFirstOrThrow();
  // The submission has the values and the reason.
  expect(audit).toEqual({
    before: { values: { single: 2130 }, receiptNumber: first.body.receipt.number },
    after: { period: '2026-10', receiptNumber: body.receipt.number },
  });
});

test('one register of several is corrected, the other does not change', async () => {
  const { submit, correct, stored } = await makeReadingCustomer(app, {
    meters: [{ zoneScheme: 'two' }],
    history: [{ period: '2026-09', closing: { day: 500, night: 300 } }],
  });
  await submit({ day: '580', night: '430' });
  const { body } = await correct({ day: '580', night: '340' });
  expect(body.receipt).toMatchObject({ values: { day: 580, night: 340 }, totalKwh: 120, sum: '432.00' });
  expect(await stored()).toMatchObject([
    { zone: 'day', value: 580n, status: 'accepted' },
    { zone: 'night', value: 430n, status: 'superseded' },
    { zone: 'night', value: 340n, status: 'accepted' },
  ]);
});

test('a correction is judged like any reading: it asks for confirmation and refuses what is lower', async () => {
  const { submit, correct, stored } = await makeReadingCustomer(app);
  await submit({ single: '2103' });
  expect((await correct({ single: '2000' })).body.code).toBe('readings.sameAsPrevious');
  expect((await correct({ single: '1990' })).body.code).toBe('readings.lowerThanPrevious');
  expect(await stored()).toMatchObject([{ value: 2103n, status: 'accepted' }]);
});

test('a repeated correction gets its first answer, one to the same values the current receipt', async () => {
  const { submit, correct, stored } = await makeReadingCustomer(app);
  const { receipt } = (await submit({ single: '2130' })).body;
  expect((await correct({ single: '2130' })).body.receipt).toEqual(receipt);
  const requestId = newId();
  const first = await correct({ single: '2103' }, { requestId });
  await correct({ single: '2110' });
  const again = await correct({ single: '2103' }, { requestId });
  expect(again.body).toEqual(first.body);
  expect(await stored()).toMatchObject([
    { status: 'superseded' },
    { status: 'superseded' },
    { value: 2110n, status: 'accepted' },
  ]);
});

test.each(['closing', 'closed'] as const)('once the period is %s nothing is corrected', async (state) => {
  const { submit, correct, stored } = await makeReadingCustomer(app);
  await submit({ single: '2130' });
  await setPeriodState(app.billingDb, '2026-10', state);
  expect(outcomeOf(await correct({ single: '2103' }))).toBe('409 billing.periodClosing');
  expect(await stored()).toMatchObject([{ value: 2130n, status: 'accepted' }]);
});

test('a correction that races with the closing either counts before it or is refused', async () => {
  const { submit, correct, stored } = await makeReadingCustomer(app);
  await submit({ single: '2130' });
  const closing = await app.billingDb.startTransaction().execute();
  await setPeriodState(closing, '2026-10', 'closing');
  const correction = correct({ single: '2103' });
  await expect.poll(() => lockWaiters(app.billingDb)).toHaveLength(1);
  await closing.commit().execute();
  expect((await correction).body.code).toBe('billing.periodClosing');
  expect(await stored()).toMatchObject([{ value: 2130n, status: 'accepted' }]);
});

test('without a current reading there is nothing to correct', async () => {
  const { correct, stored } = await makeReadingCustomer(app);
  expect(outcomeOf(await correct({ single: '2103' }))).toBe('404 common.notFound');
  expect(await stored()).toEqual([]);
});

test('what the operator read is not corrected by the customer', async () => {
  const { correct, accountNumber, meterId } = await makeReadingCustomer(app);
  await app.billing.run(
    READING_SUBMIT.name,
    { accountNumber, meterId, values: { single: '2103' }, confirmed: [], requestId: newId() },
    { reference: newId(), actor: 'admin:1' },
  );
  const answer = await correct({ single: '2110' });
  expect(outcomeOf(answer)).toBe('409 readings.alreadySubmitted');
  expect(answer.body.details).toMatchObject({ currentReading: { correctable: false } });
});

test('two servers that take readings of the same accounts at once never store two for a register', async () => {
  const customers = await Promise.all(
    Array.from({ length: 16 }, () => makeReadingCustomer(app, { history: steadyHistory })),
  );
  const other = connectDatabase<unknown>({ url: app.url, poolSize: 4 });
  try {
    const servers = [
      app.billing,
      createBilling({ db: other.db as BillingDatabase, clock: app.clock }),
    ] as const;
    const given = (accountNumber: string, single: string | undefined) => ({
      ...{ accountNumber, values: { single }, confirmed: [], requestId: newId() },
    });
    const give = (module: typeof READING_SUBMIT | typeof READING_CORRECT, values: readonly string[]) =>
      Promise.all(
        customers.flatMap(({ accountNumber }) =>
          servers.map((server, index) =>
            server.run(
              module.name,
              { ...given(accountNumber, values[index]), reason: 'Misread' },
              { reference: newId(), actor: 'person:1' },
            ),
          ),
        ),
      );
    const submitted = await give(READING_SUBMIT, ['2101', '2102']);
    expect(submitted.filter((result) => result.ok)).toHaveLength(16);
    expect(submitted.flatMap((result) => (result.ok ? [] : [result.code]))).toEqual(
      Array(16).fill('readings.alreadySubmitted'),
    );
    const corrected = await give(READING_CORRECT, ['2103', '2104']);
    expect(corrected.every((result) => result.ok)).toBe(true);
    for (const { stored } of customers) {
      const readings = await stored();
      expect(readings.filter(({ status }) => status === 'accepted')).toHaveLength(1);
      expect(readings).toHaveLength(3);
    }
  } finally {
    await other.close();
  }
});
