import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT_CONFIRM } from '#billing/api/payments.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { findPayments, maxFoundPayments, refundPayment } from '#contract/payments/admin-payments.ts';
import {
  listPayments,
  paymentOptions,
  paymentReceipt,
  paymentState,
  startPayment,
} from '#contract/payments/payments.ts';
import { parseNbuQr } from '#domain/payments/testing/parse-nbu-qr.ts';
import type { Instant } from '#domain/time/instant.ts';
import { readPdfStructure } from '#platform/pdf/testing/read-pdf-structure.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { newId } from '#platform/uuid.ts';
import { signLink } from '#portal/http/session/signed-link.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { receiptPath, signReceipt } from './receipt-plugin.ts';

const app = provideTestApp();

beforeAll(() => makeSupplier(app.billingDb, { rules: { payments: { underWay: 1000, perDay: 1000 } } }));
afterAll(async () => {
  expect(await checkLedger(app.billingDb)).toEqual([]);
});

async function makeDebtor(): Promise<string> {
  const { accountNumber } = await makeAccount(app.billingDb);
  await makeCharge(app.billingDb, accountNumber, '2026-10', '432.50');
  return accountNumber;
}

/** A person with a home that owes for an act too, and a garage. */
async function makeOwner() {
  const [home, garage] = [await makeDebtor(), await makeDebtor()];
  await makeAct(app.billingDb, home, { actNumber: 'A-1', sum: '3000.00', drawnOn: '2026-09-07' });
  const token = await app.signIn([home, garage]);
  const begin = (more: Record<string, unknown> = {}) =>
    app.post(startPayment, {
      ...{ token, account: home, provider: 'monobank', purpose: 'energy', sum: '432.50' },
      also: [
        { account: garage, purpose: 'energy', period: '2026-10', sum: '100.00' },
        { account: home, purpose: 'violationAct', actNumber: 'A-1', sum: '500.00' },
      ],
      requestId: newId(),
      ...more,
    });
  const options = async (more: object = {}) =>
    (await app.post(paymentOptions, { token, account: home, purpose: 'energy', ...more })).body;
  return { home, garage, token, begin, options };
}

async function confirm(orderId: string, amount: string): Promise<void> {
  const order = { provider: 'monobank', orderId, amount, currency: 'UAH' };
  const confirmation = { ...order, providerReference: 'mono-5', evidence: { ok: true } };
  await testBillingClient(app).call(PAYMENT_CONFIRM, confirmation, { reference: newId(), actor: 'test' });
}

async function receipt(payload: Record<string, unknown>) {
  const answer = await app.download(paymentReceipt, payload);
  return { httpStatus: answer.statusCode, type: answer.headers['content-type'], content: answer.rawPayload };
}

/** What the link of a receipt says, and how it is answered. */
async function followReceipt(token: string) {
  const { statusCode, payload, headers } = await app.app.inject({ method: 'GET', url: receiptPath(token) });
  return { statusCode, payload, headers };
}

test('the options name the open months, and a payment that names one settles it before an older one', async () => {
  const { accountNumber: account } = await makeAccount(app.billingDb, { customerType: 'entity' });
  await makeCharge(app.billingDb, account, '2026-09', '191191.10');
  await makeCharge(app.billingDb, account, '2026-10', '195301.74');
  const token = await app.signIn([account], 'entity');
  const openMonths = async () =>
    (await app.post(paymentOptions, { token, account, purpose: 'energy' })).body.openMonths;
  expect(await openMonths()).toEqual([
    { period: '2026-09', sum: '191191.10' },
    { period: '2026-10', sum: '195301.74' },
  ]);
  const order = { provider: 'monobank', purpose: 'energy', period: '2026-10', sum: '195301.74' };
  const { body } = await app.post(startPayment, { token, account, ...order, requestId: newId() });
  await confirm(body.payment.orderId, '195301.74');
  expect(await openMonths()).toEqual([{ period: '2026-09', sum: '191191.10' }]);
});

describe('one order of several parts', () => {
  test('is begun, is shown with all of it, and says what it settles', async () => {
    const { home, garage, token, begin } = await makeOwner();
    const { httpStatus, body } = await begin();
    expect(httpStatus).toBe(200);
    expect(body).toMatchObject({
      orderSum: '1032.50',
      payFields: null,
      payment: {
        account: home,
        sum: '432.50',
        orderSum: '1032.50',
        partCount: 3,
        period: null,
        state: 'sent',
      },
      parts: [{ account: home }, { account: garage, period: '2026-10' }, { actNumber: 'A-1', sum: '500.00' }],
    });
    const { orderId, paymentId } = body.payment;
    await confirm(orderId, '1032.50');
    const state = (await app.post(paymentState, { token, account: home, paymentId })).body;
    expect(state).toMatchObject({
      payment: { state: 'confirmed' },
      events: [{ state: 'started' }, { state: 'sent' }, { state: 'confirmed' }],
      settles: [{ period: '2026-10', sum: '432.50' }],
      advance: '0.00',
    });
    expect(state.parts).toHaveLength(3);
  });

  test('does not pay for an account of somebody else', async () => {
    const { token, home, begin } = await makeOwner();
    const stranger = await makeDebtor();
    const also = [{ account: stranger, purpose: 'energy', sum: '1.00' }];
    expect(outcomeOf(await begin({ also }))).toBe('404 common.notFound');
    expect((await app.post(listPayments, { token, account: home })).body.payments).toEqual([]);
  });

  test('shows who has one account only the parts of it', async () => {
    const { garage, begin } = await makeOwner();
    const { body } = await begin();
    const neighbour = await app.signIn([garage]);
    const part = body.parts.find(({ account }) => account === garage);
    const asked = { token: neighbour, account: garage, paymentId: part?.paymentId ?? '' };
    const { parts } = (await app.post(paymentState, asked)).body;
    expect(parts.map(({ account }) => account)).toEqual([garage]);
  });

  test('has twenty parts at most, each of one thing', async () => {
    const { home, begin } = await makeOwner();
    const also = Array.from({ length: 20 }, () => ({ account: home, purpose: 'energy', sum: '1.00' }));
    expect((await begin({ also })).body.code).toBe('common.badRequest');
    expect((await begin({ also: also.slice(0, 1) })).body.code).toBe('common.notFound');
  });
});

describe('limits of the supplier', () => {
  test('are said with their own words', async () => {
    const own = await startTestApp('2026-11-20T10:00:00Z');
    try {
      await makeSupplier(own.billingDb);
      await sql`update billing.supplier set rules = '{"payments": {"least": "10.00", "most": "20.00"}}'`.execute(
        own.billingDb,
      );
      const { accountNumber: account } = await makeAccount(own.billingDb);
      const token = await own.signIn([account]);
      const order = { provider: 'liqpay', purpose: 'energy' };
      const start = (sum: string) =>
        own.post(startPayment, { token, account, ...order, sum, requestId: newId() });
      const refused = await start('9.99');
      expect(outcomeOf(refused)).toBe('422 payments.outsideLimits');
      expect(refused.body.message).toBe('Сума має бути від 10,00 до 20,00 грн.');
      expect((await start('20.00')).httpStatus).toBe(200);
      const options = await own.post(paymentOptions, { token, account, purpose: 'energy' });
      expect(options.body.limits).toEqual({ least: '10.00', most: '20.00' });
    } finally {
      await own.close();
    }
  });
});

describe('ways of paying', () => {
  test('are the providers, details to copy and codes for the apps of banks', async () => {
    const { home, options } = await makeOwner();
    const { limits, providers, transfer, qr } = await options();
    expect(limits).toEqual({ least: '1.00', most: '100000.00' });
    expect(providers.map(({ provider, mode, message }) => [provider, mode, message])).toEqual(
      ['liqpay', 'monobank', 'portmone', 'easypay'].map((provider) => [provider, 'sandbox', null]),
    );
    const purpose = `Електроенергія, о/р ${home}`;
    expect(transfer.purpose).toBe(purpose);
    const code = { format: '003', amount: 43_250n, purpose, reference: home, editable: ['amount'] };
    expect(parseNbuQr(qr?.url ?? '')).toMatchObject(code);
    expect(parseNbuQr(qr?.url002 ?? '')).toMatchObject({ format: '002', amount: 43_250n });
    expect(qr?.bankApps).toHaveLength(4);
  });

  test('are of an act, or of another sum, which has a code within the limits alone', async () => {
    const { home, options } = await makeOwner();
    const asked = { purpose: 'violationAct', actNumber: 'A-1' };
    const act = await options(asked);
    expect(act.transfer.purpose).toBe(`Оплата за актом про порушення № A-1 від 07.09.2026, о/р ${home}`);
    expect(parseNbuQr(act.qr?.url ?? '')).toMatchObject({ amount: 300_000n });
    const part = await options({ ...asked, sum: '15.00' });
    expect(parseNbuQr(part.qr?.url ?? '')).toMatchObject({ amount: 1_500n });
    expect(part.qrMessage).toBeNull();
    const { qr, qrMessage, transfer } = await options({ sum: '100000.01' });
    expect([qr, qrMessage]).toEqual([
      null,
      'QR-код буває лише на суму від 1,00 до 100\u00a0000,00 грн. Змініть суму або скористайтеся реквізитами.',
    ]);
    expect(transfer.iban).toMatch(/^UA/);
  });

  test('are none of an act that is not owed or named, or of energy with an act, and have no code where nothing is due', async () => {
    const { options } = await makeOwner();
    const act = { purpose: 'violationAct' };
    for (const asked of [{ ...act, actNumber: 'A-9' }, act, { actNumber: 'A-1' }])
      expect((await options(asked)).code).toBe('common.notFound');
    const { accountNumber: account } = await makeAccount(app.billingDb);
    const token = await app.signIn([account]);
    expect((await app.post(paymentOptions, { token, account, purpose: 'energy' })).body.qr).toBeNull();
  });
});

describe('the receipt', () => {
  test('says what was paid, part by part', async () => {
    const { home, garage, token, begin } = await makeOwner();
    const { body } = await begin();
    await confirm(body.payment.orderId, '1032.50');
    const paper = await receipt({ token, account: home, paymentId: body.payment.paymentId });
    expect([paper.httpStatus, paper.type]).toEqual([200, 'application/pdf']);
    const text = readPdfText(paper.content);
    for (const words of [
      'Квитанція про оплату',
      `Замовлення № ${body.payment.orderId}`,
      'Сплачено 1',
      'Тестовий платіж: справжні гроші не списувалися.',
      'Прийнято, кошти в дорозі',
      'monobank',
      'mono-5',
      'Електроенергія за жовтень 2026 року',
      'Акт про порушення № A-1',
      garage,
    ]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
    }
    expect(JSON.stringify(readPdfStructure(paper.content)).match(/"H1"/g)).toHaveLength(1);
  });

  test('shows no account of somebody else, and the sums agree all the same', async () => {
    const { home, garage, begin } = await makeOwner();
    const { body } = await begin();
    await confirm(body.payment.orderId, '1032.50');
    const part = body.parts.find(({ account }) => account === garage);
    const neighbour = await app.signIn([garage]);
    const paper = await receipt({ token: neighbour, account: garage, paymentId: part?.paymentId });
    const text = readPdfText(paper.content);
    expect(text).not.toContain(` ${home} `);
    expect(text).toContain('Інші частини замовлення');
    expect(text).toContain('932,50');
    expect(text).toMatch(/Споживач за договором\s+Test Customer \d+/);
    // Nothing on it pays again.
    expect(text).not.toContain('Сплатити');
  });

  test('carries a code whose page proves it, and says no name, address or other account', async () => {
    const { home, garage, token, begin } = await makeOwner();
    const { body } = await begin();
    const { orderId, paymentId } = body.payment;
    const signed = signReceipt(testKeys.links, { accountNumber: home, paymentId });
    // Of an order that is not paid there is no receipt.
    const asked = { token, account: home, paymentId };
    expect(outcomeOf(await app.post(paymentReceipt, asked))).toBe('422 payments.noReceipt');
    const unknown = await app.post(paymentReceipt, { ...asked, paymentId: newId() });
    expect(unknown.body.code).toBe('common.notFound');
    expect((await followReceipt(signed)).statusCode).toBe(404);
    await confirm(orderId, '1032.50');
    const paper = await receipt(asked);
    expect(readPdfText(paper.content)).toContain('Квитанцію можна перевірити');

    const { statusCode, payload, headers } = await followReceipt(signed);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    for (const shown of ['Квитанція справжня', orderId, '1\u00a0032,50 грн', '20.11.2026', 'кошти в дорозі'])
      expect(payload).toContain(shown);
    for (const kept of [garage, 'Test Customer', 'вул.']) expect(payload).not.toContain(kept);

    const [id = '', content = ''] = signed.split('.');
    const forged = `${id}.${content.slice(0, 5)}${content[5] === 'A' ? 'B' : 'A'}${content.slice(6)}`;
    const ofStopping = signLink(
      testKeys.links.derive('stop-reminders'),
      Buffer.from(content, 'base64url').subarray(0, 26),
    );
    const missing = signReceipt(testKeys.links, { accountNumber: home, paymentId: newId() });
    const malformed = ['x', `${signed}A`, `other.${content}`, content, `${signed}.`];
    for (const wrong of [forged, ofStopping, missing, ...malformed]) {
      const answer = await followReceipt(wrong);
      expect([answer.statusCode, answer.payload.includes('Такої квитанції немає')]).toEqual([404, true]);
    }
  });
});

describe('an operator', () => {
  test('finds the newest where there are very many', async () => {
    const { home, begin } = await makeOwner();
    let last = '';
    for (let order = 0; order <= maxFoundPayments; order += 1) {
      app.clock.set((app.clock.now() + 1) as Instant);
      last = (await begin()).body.payment.orderId;
    }
    const token = await app.signIn([], 'admin', ['operator']);
    const { payments } = (await app.post(findPayments, { token, query: home })).body;
    expect(payments).toHaveLength(maxFoundPayments);
    expect(payments.some(({ payment }) => payment.orderId === last)).toBe(true);
  });

  test('finds payments by account, order and number, and gives a whole order back', async () => {
    const { home, garage, begin } = await makeOwner();
    const { body } = await begin();
    const { orderId, paymentId } = body.payment;
    const operator = await app.signIn([], 'admin', ['operator']);
    const token = await app.signIn([], 'admin', ['billing']);
    await confirm(orderId, '1032.50');
    for (const query of [orderId, home]) {
      const { payments } = (await app.post(findPayments, { token: operator, query })).body;
      expect(payments.map(({ payment }) => payment.orderId)).toContain(orderId);
      expect(payments[0]).toMatchObject({ providerReference: 'mono-5', canRefund: true, refund: null });
    }
    const asked = { account: home, paymentId, reason: 'Сплачено двічі' };
    const byOperator = { ...asked, token: operator, requestId: newId() };
    expect((await app.post(refundPayment, byOperator)).httpStatus).toBe(403);
    expect((await app.post(refundPayment, { ...asked, token } as never)).httpStatus).toBe(400);
    // The test bank knows of no payment: it was confirmed past it.
    const refund = (requestId: string) => app.post(refundPayment, { ...asked, token, requestId });
    const [one, other] = [newId(), newId()];
    const refused = await refund(one);
    expect(outcomeOf(refused)).toBe('422 payments.refundRefused');
    await sql`update portal.sandbox_bank_order set decision = 'paid', decided_at = now()
      where order_id = ${orderId}`.execute(app.portalDb);
    const { code, message } = refused.body;
    expect((await refund(one)).body).toMatchObject({ code, message });
    const done = await refund(other);
    expect(done.body).toMatchObject({ outcome: 'refunded', message: 'Гроші повернено платнику.' });
    const [found] = (await app.post(findPayments, { token, query: garage })).body.payments;
    const payment = { state: 'refunded' };
    expect(found).toMatchObject({ payment, canRefund: false, refund: { reason: 'Сплачено двічі' } });
    for (const requestId of [other, newId()])
      expect((await refund(requestId)).body).toMatchObject({ outcome: 'refunded', payment });
    const reused = await app.post(refundPayment, { ...asked, token, requestId: other, reason: 'Інша' });
    expect(outcomeOf(reused)).toBe('409 common.requestReused');
  });
});
