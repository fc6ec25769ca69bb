import { describe, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { newId } from '#platform/uuid.ts';
import type { Callback, PaymentGateway, PaymentOrder } from '../payment-gateway.ts';

/** What the contract needs of an adapter and of the provider (or its stand-in) behind it. */
export interface GatewayUnderTest {
  readonly gateway: PaymentGateway;
  /** The payer pays or refuses; answers the report that the provider then sends. */
  decide(order: PaymentOrder, decision: 'paid' | 'refused'): Promise<Callback>;
  /** The same report with a change of what was signed. */
  tamper(callback: Callback): Callback;
}

let counter = 0;

function makeOrder(): PaymentOrder {
  counter += 1;
  return {
    orderId: `2390001111-112026-${counter}`,
    amount: parseMoney('432.50') ?? (0n as PaymentOrder['amount']),
    description: 'Електроенергія, о/р 2390001111',
    accountNumber: '2390001111',
    paymentId: newId(),
    returnUrl: 'https://cabinet.example.test/cabinet/person/payments/1?account=2390001111',
    callbackUrl: 'https://cabinet.example.test/api/payments/callback/x',
  };
}

/** What every adapter of a payment provider must do, whatever the provider's formats. */
export function describeGateway(name: string, set: () => GatewayUnderTest): void {
  describe(`payments through ${name}`, () => {
    test('an order gets a page to pay it on, the same one when told again', async () => {
      const { gateway } = set();
      const order = makeOrder();
      const page = await gateway.createPayment(order);
      expect(page.payUrl).toMatch(/^(https:\/\/|\/[^/\\])/);
      expect(await gateway.createPayment(order)).toEqual(page);
    });

    test.each(['paid', 'refused'] as const)(
      'a report of %s is understood, also repeated',
      async (decision) => {
        const { gateway, decide } = set();
        const order = makeOrder();
        await gateway.createPayment(order);
        const callback = await decide(order, decision);
        const word = await gateway.verifyCallback(callback);
        expect(word).toMatchObject({
          orderId: order.orderId,
          kind: decision,
          amount: order.amount,
          currency: 'UAH',
        });
        expect(JSON.parse(JSON.stringify(word?.evidence))).toEqual(word?.evidence);
        expect(await gateway.verifyCallback(callback)).toEqual(word);
      },
    );

    test('a report that was changed, or is not signed, is not believed', async () => {
      const { gateway, decide, tamper } = set();
      const order = makeOrder();
      await gateway.createPayment(order);
      const callback = await decide(order, 'paid');
      expect(await gateway.verifyCallback(tamper(callback))).toBeUndefined();
      expect(await gateway.verifyCallback({ ...callback, headers: {} })).toBeUndefined();
      expect(await gateway.verifyCallback({ ...callback, body: Buffer.alloc(0) })).toBeUndefined();
      expect(await gateway.verifyCallback({ ...callback, body: Buffer.from('{"a":') })).toBeUndefined();
      const longer = Buffer.concat([callback.body, Buffer.from(' ')]);
      expect(await gateway.verifyCallback({ ...callback, body: longer })).toBeUndefined();
    });

    test('asked where an order stands, it says so: waiting, then decided; unknown ones it does not know', async () => {
      const { gateway, decide } = set();
      const order = makeOrder();
      expect(await gateway.queryState({ ...order, providerReference: null })).toBeUndefined();
      await gateway.createPayment(order);
      expect(await gateway.queryState({ ...order, providerReference: null })).toMatchObject({
        orderId: order.orderId,
        kind: 'waiting',
      });
      await decide(order, 'paid');
      expect(await gateway.queryState({ ...order, providerReference: null })).toMatchObject({
        kind: 'paid',
        amount: order.amount,
      });
    });
  });
}
