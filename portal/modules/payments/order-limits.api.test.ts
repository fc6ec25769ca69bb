import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { startPayment } from '#contract/payments/payments.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: string;
let token: string;

const app = provideTestApp({ hasSupplier: true });
beforeEach(async () => {
  app.clock.set(instantFromIso('2026-11-20T10:00:00Z'));
  account = (await makeAccount(app.billingDb)).accountNumber;
  token = await app.signIn([account]);
});

const order = { provider: 'liqpay', purpose: 'energy', sum: '10.00' };
const start = (requestId = newId(), payer = { token, account }) =>
  app.post(startPayment, { ...payer, ...order, requestId });

async function endAll(): Promise<void> {
  await sql`update billing.payment set state = 'failed' where account_number = ${account}`.execute(
    app.billingDb,
  );
}

test('an account may have five open orders, also concurrent ones; the answer to the sixth says when to retry', async () => {
  const ids = Array.from({ length: 9 }, () => newId());
  const answers = await Promise.all(ids.map((id) => start(id)));
  const codes = answers.map(({ httpStatus, body }) => `${httpStatus} ${body.code ?? ''}`).toSorted();
  expect(codes).toEqual([...Array(5).fill('200 '), ...Array(4).fill('429 payments.tooManyUnderWay')]);
  const refused = answers.find(({ httpStatus }) => httpStatus === 429);
  expect(refused?.body.message).toBe(
    'За цим рахунком уже розпочато 5 оплат. Завершіть одну з них або спробуйте після 20.11.2026 12:30.',
  );
  expect(refused?.headers['retry-after']).toBe(String(30 * 60));
  // One that began is answered again, however many there are.
  const begun = ids[answers.findIndex(({ httpStatus }) => httpStatus === 200)];
  expect((await start(begun)).httpStatus).toBe(200);
  await endAll();
  expect((await start()).httpStatus).toBe(200);
});

test('thirty orders of an account begin in a day of Kyiv, others pay meanwhile', async () => {
  for (let count = 0; count < 30; count += 1) {
    expect((await start()).httpStatus).toBe(200);
    await endAll();
  }
  const refused = await start();
  expect(outcomeOf(refused)).toBe('429 payments.tooManyToday');
  expect(refused.body.message).toContain('розпочато 30 оплат. Спробуйте завтра, 21.11.2026.');
  expect(refused.headers['retry-after']).toBe(String(12 * 3600));
  const other = (await makeAccount(app.billingDb)).accountNumber;
  const neighbour = { token: await app.signIn([other]), account: other };
  expect((await start(newId(), neighbour)).httpStatus).toBe(200);
  app.clock.set(instantFromIso('2026-11-20T22:00:00Z'));
  expect((await start()).httpStatus).toBe(200);
});
