import { beforeAll, expect, test } from 'vitest';
import { makeWorkedMonth } from '#billing/testing/closing/make-worked-month.ts';
import { billPdf, listBills } from '#contract/bills.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { listMeters } from '#contract/readings.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: string;

const cabinet = provideTestApp({
  now: '2026-11-05T10:00:30Z',
  environment: { CALL_SECONDS: '1' },
  hasSupplier: true,
});

beforeAll(async () => {
  account = (await makeWorkedMonth(cabinet.billingDb, cabinet.url)).accountNumber;
});

/** Calls until one is refused, 50 at a time: the time in which they wait for each other counts. */
async function spendBudget(token: string) {
  for (let left = 40; left > 0; left -= 1) {
    const calls = Array.from({ length: 50 }, () => cabinet.post(listMeters, { token, account }));
    const refused = (await Promise.all(calls)).find(({ httpStatus }) => httpStatus !== 200);
    if (refused) return refused;
  }
  throw new Error('the budget never ended');
}

test('refuses calls of a customer that used up the seconds, and of no other, until ten minutes have passed', async () => {
  const token = await cabinet.signIn([account]);
  const { httpStatus, body, headers } = await spendBudget(token);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 429, code: 'common.tooManyRequests' });
  // The minute of 10:00 leaves the window at 10:10:00.
  expect(body.message).toBe('Забагато запитів. Спробуйте через 570 с.');
  expect(headers['retry-after']).toBe('570');

  const statusOf = async (caller: string, call = listBills as typeof listBills | typeof billPdf) =>
    (await cabinet.post(call, { token: caller, account, period: '2026-10' })).httpStatus;
  expect(await statusOf(token)).toBe(429);
  // Another identity of the same account, and a file, which has a budget of its own.
  expect(await statusOf(await cabinet.signIn([account]))).toBe(200);
  expect(await statusOf(token, billPdf)).toBe(200);
  expect((await cabinet.post(getServiceMessage, { token, pageToDisplay: '/' })).httpStatus).toBe(200);

  cabinet.clock.set(instantFromIso('2026-11-05T10:09:59Z'));
  expect(await statusOf(token)).toBe(429);
  cabinet.clock.set(instantFromIso('2026-11-05T10:10:00Z'));
  expect(await statusOf(token)).toBe(200);
});
