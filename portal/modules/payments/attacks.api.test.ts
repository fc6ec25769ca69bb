import { describe, expect, test } from 'vitest';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { noon, type Provider, provideFakeProviders } from '#portal/testing/hooks/provide-fake-providers.ts';

const payers = provideFakeProviders();
const { debtor, opened, postCallback, settle } = payers;

describe('nobody pays without money', () => {
  test('by what LiqPay was told of the order, sent back as if it were a report', async () => {
    const { payFields, payment, stateOf } = await opened('liqpay');
    const body = Buffer.from(new URLSearchParams(payFields ?? {}).toString());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await postCallback('liqpay', { headers, body })).toMatchObject({ httpStatus: 403 });
    expect(await stateOf(payment.paymentId)).toBe('sent');
  });

  test('by an invoice of another shop of the same bank that names our order', async () => {
    const { orderId, payment, stateOf, balance } = await opened('monobank');
    const paid = { status: 'success', amount: 43_250, finalAmount: 43_250, ccy: 980, modifiedDate: noon };
    const body = Buffer.from(JSON.stringify({ ...paid, invoiceId: 'p2_theirOwnShop', reference: orderId }));
    const response = await postCallback('monobank', payers.fakes.monobank.sign(body));
    expect(response.httpStatus).toBe(403);
    expect(await stateOf(payment.paymentId)).toBe('sent');
    expect(await balance()).toMatchObject({ debet: '432.50' });
  });

  test("by a report of one provider about another's order", async () => {
    const { orderId, payment, stateOf } = await opened('liqpay');
    const addresses = { returnUrl: payers.origin, callbackUrl: payers.origin };
    const amount = payment.orderSum as never;
    payers.fakes.easypay.book.open({ orderId, amount, currency: 'UAH', ...addresses });
    payers.fakes.easypay.book.decide(orderId, 'paid', { amount: 43_250n as never });
    const answer = await postCallback('easypay', payers.fakes.easypay.reportWith(orderId));
    expect(answer).toMatchObject({ httpStatus: 404 });
    expect(await stateOf(payment.paymentId)).toBe('sent');
  });
});

describe('no money is lost', () => {
  test('because the provider gets the number by which a statement lands the order', async () => {
    const { account, orderId, payFields } = await opened('liqpay');
    const signed: unknown = JSON.parse(Buffer.from(payFields?.data ?? '', 'base64').toString());
    const description = `Замовлення ${orderId}: Електроенергія, о/р ${account}`;
    expect(signed).toMatchObject({ order_id: orderId, description });
  });

  test('when a try that was cut off is refused through another provider and goes on through its own', async () => {
    const customer = await debtor();
    const requestId = newId();
    payers.fakes.monobank.makeTrouble('cut');
    expect((await customer.begin('monobank', requestId)).httpStatus).toBe(422);
    payers.fakes.monobank.makeTrouble(undefined);
    const other = await customer.begin('easypay', requestId);
    expect(outcomeOf(other)).toBe('409 common.requestReused');
    const { body, httpStatus } = await customer.begin('monobank', requestId);
    expect(httpStatus).toBe(200);
    const { provider, orderId, paymentId } = body.payment;
    const place = payers.fakes[provider as Provider].book.find(orderId);
    expect(place, `the order waits at ${provider}`).toBeDefined();
    payers.fakes[provider as Provider].book.decide(orderId, 'paid');
    await settle(61);
    expect(await customer.stateOf(paymentId)).toBe('confirmed');
  });

  test('when a refused payer tries again on the same page and the report is lost', async () => {
    const { orderId, payment, stateOf } = await opened('portmone');
    payers.fakes.portmone.book.decide(orderId, 'refused');
    await settle(2);
    expect(await stateOf(payment.paymentId)).toBe('failed');
    payers.fakes.portmone.book.decide(orderId, 'paid');
    await settle(61);
    await settle(61);
    expect(await stateOf(payment.paymentId)).toBe('confirmed');
  });

  test.each(['liqpay', 'monobank', 'portmone', 'easypay'] as const)(
    'when it comes through %s in the last minutes of the day and the report is lost',
    async (provider) => {
      const { orderId, payment, stateOf } = await opened(provider);
      for (let hour = 0; hour < 24; hour += 1) await settle(59);
      await settle(15);
      payers.fakes[provider].book.decide(orderId, 'paid');
      for (let hour = 0; hour < 30; hour += 1) await settle(61);
      expect(await stateOf(payment.paymentId)).toBe('confirmed');
    },
  );
});

describe('nobody learns of the payments of others', () => {
  test('by guessing the number of an order paid through Portmone', async () => {
    const { orderId } = await opened('portmone');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = async (number: string) => {
      const body = Buffer.from(new URLSearchParams({ SHOPORDERNUMBER: number }).toString());
      return postCallback('portmone', { headers, body });
    };
    payers.fakes.portmone.book.decide(orderId, 'paid');
    const answers = [await ask(orderId), await ask(orderId), await ask('2390001111-112026-77')];
    const shapes = new Set(
      answers.map(({ httpStatus, outcome, code }) => `${httpStatus} ${outcome} ${code}`),
    );
    expect([...shapes]).toHaveLength(1);
  });
});
