import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseMoney } from '#domain/money.ts';
import { newId } from '#platform/uuid.ts';
import {
  type Callback,
  type KnownOrder,
  type PaymentOrder,
  type PayPage,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';
import { faults } from './fake-provider.ts';
import type { GatewayHarness } from './gateway-harness.ts';

const minute = 60_000;
let counter = 0;

function money(sum: string): PaymentOrder['amount'] {
  return parseMoney(sum) ?? (0n as PaymentOrder['amount']);
}

function makeOrder(): PaymentOrder {
  counter += 1;
  return {
    orderId: `2390001111-112026-${counter}`,
    amount: money('432.50'),
    description: 'Електроенергія, о/р 2390001111',
    accountNumber: '2390001111',
    paymentId: newId(),
    returnUrl: 'https://cabinet.example.test/cabinet/person/payments/1?account=2390001111',
    callbackUrl: 'https://cabinet.example.test/api/payments/callback/x',
  };
}

/** The same bytes but for one bit of the one at `place`. */
function withBitChanged(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
  return changed;
}

/**
 * What every adapter of a payment provider does, whatever the provider's formats (payment-gateway.ts). `makeHarness` is
 * asked once.
 */
export function describeGateway(name: string, makeHarness: () => Promise<GatewayHarness>): void {
  describe(`payments through ${name}`, () => {
    let harness: GatewayHarness;

    beforeAll(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.makeTrouble(undefined));
    afterAll(() => harness.close());

    /** An order that the payer looks at. */
    async function begin(): Promise<{ order: PaymentOrder; page: PayPage; known: KnownOrder }> {
      const order = makeOrder();
      const page = await harness.gateway.createPayment(order);
      await harness.open(order, page);
      const { orderId, amount } = order;
      return { order, page, known: { orderId, amount, providerReference: page.providerReference } };
    }

    /** An order that the provider has reported; `known`: as it is stored then. */
    async function beginAndDecide(decision: 'paid' | 'refused' | 'expired' | 'returned') {
      const begun = await begin();
      const { orderId } = begun.order;
      harness.passTime(minute);
      if (decision === 'returned') {
        await harness.decide(orderId, 'paid');
        harness.passTime(minute);
      }
      await harness.decide(orderId, decision);
      const callback = await harness.report(orderId);
      const reported = await harness.gateway.verifyCallback(callback);
      const providerReference = reported?.providerReference ?? begun.known.providerReference;
      return { ...begun, callback, reported, known: { ...begun.known, providerReference } };
    }

    function expectNoSecrets(output: unknown): void {
      const text = typeof output === 'string' ? output : JSON.stringify(output);
      for (const secret of harness.secrets) expect(text).not.toContain(secret);
    }

    async function expectUnavailable(asked: Promise<unknown>): Promise<void> {
      const error = await asked.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ProviderUnavailable);
      if (error instanceof Error) expectNoSecrets(`${error.message} ${String(error.cause)} ${error.stack}`);
    }

    describe('an order', () => {
      test('gets a page to pay it on, the same one when told again, also at the same time', async () => {
        const order = makeOrder();
        const [page, ...more] = await Promise.all([
          harness.gateway.createPayment(order),
          harness.gateway.createPayment(order),
        ]);
        expect(page.payUrl).toMatch(/^(https?:\/\/|\/[^/\\])/);
        harness.passTime(minute);
        for (const again of [...more, await harness.gateway.createPayment(order)])
          expect(again).toEqual(page);
      });

      test('waits until the payer decides', async () => {
        const { order, known } = await begin();
        expect(await harness.gateway.queryState(known)).toMatchObject({
          orderId: order.orderId,
          kind: 'waiting',
        });
      });

      test('that the provider never heard of, or lost, is not known', async () => {
        const { orderId, amount } = makeOrder();
        expect(
          await harness.gateway.queryState({ orderId, amount, providerReference: null }),
        ).toBeUndefined();
        const { order, known } = await begin();
        await harness.removeOrder(order.orderId);
        expect(await harness.gateway.queryState(known)).toBeUndefined();
      });
    });

    describe.each(['paid', 'refused', 'expired', 'returned'] as const)('an order that is %s', (decision) => {
      test('is reported so, and a repeated report says the same', async ({ skip }) => {
        if (!harness.traits.decisions.includes(decision)) return skip();
        const { order, callback, reported } = await beginAndDecide(decision);
        const { orderId, amount } = order;
        expect(reported).toMatchObject({ orderId, kind: decision, amount, currency: 'UAH' });
        expect(reported?.reportedAt === null).toBe(!harness.traits.tellsTime);
        expect(await harness.gateway.verifyCallback(callback)).toEqual(reported);
      });

      test('is found so when asked', async ({ skip }) => {
        if (!harness.traits.decisions.includes(decision)) return skip();
        const { order, known } = await beginAndDecide(decision);
        const reported = await harness.gateway.queryState(known);
        const { orderId, amount } = order;
        expect(reported).toMatchObject({ orderId, kind: decision, amount, currency: 'UAH' });
      });

      test('leaves evidence that can be kept, without cards, persons and keys', async ({ skip }) => {
        if (!harness.traits.decisions.includes(decision)) return skip();
        const { known, reported } = await beginAndDecide(decision);
        const asked = await harness.gateway.queryState(known);
        for (const evidence of [reported?.evidence, asked?.evidence]) {
          expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence);
          expectNoSecrets(evidence);
        }
      });
    });

    describe('a report', () => {
      test('of another sum is reported as it is', async () => {
        const { order, known } = await begin();
        await harness.decide(order.orderId, 'paid', { amount: money('432.49') });
        const reported = await harness.gateway.verifyCallback(await harness.report(order.orderId));
        expect(reported).toMatchObject({ kind: 'paid', amount: money('432.49') });
        expect(await harness.gateway.queryState(known)).toMatchObject({
          kind: 'paid',
          amount: money('432.49'),
        });
      });

      test('of another currency is reported as it is', async ({ skip }) => {
        if (!harness.traits.tellsCurrency) return skip();
        const { order } = await begin();
        await harness.decide(order.orderId, 'paid', { currency: 'USD' });
        const reported = await harness.gateway.verifyCallback(await harness.report(order.orderId));
        expect(reported).toMatchObject({ kind: 'paid', currency: 'USD' });
      });

      test('that comes late says that it is older', async ({ skip }) => {
        if (!harness.traits.tellsTime || !harness.traits.signsReports) return skip();
        const { order } = await begin();
        await harness.decide(order.orderId, 'paid');
        const older = await harness.report(order.orderId);
        harness.passTime(minute);
        await harness.decide(order.orderId, 'returned');
        const newer = await harness.report(order.orderId);
        const newerStatus = await harness.gateway.verifyCallback(newer);
        const olderStatus = await harness.gateway.verifyCallback(older);
        expect([olderStatus?.kind, newerStatus?.kind]).toEqual(['paid', 'returned']);
        expect(Number(newerStatus?.reportedAt) - Number(olderStatus?.reportedAt)).toBe(minute);
      });

      test('is understood before the payer is back, and by a server that has just started', async () => {
        const { order } = await begin();
        await harness.decide(order.orderId, 'paid');
        const reported = await harness.restarted().verifyCallback(await harness.report(order.orderId));
        expect(reported).toMatchObject({ orderId: order.orderId, kind: 'paid' });
      });

      test.each(['none', 'ofAnotherKey'] as const)(
        'of a stranger, signature: %s, confirms nothing',
        async (signature) => {
          const { order } = await begin();
          const reported = await harness.gateway.verifyCallback(
            await harness.forge(order.orderId, signature),
          );
          if (harness.traits.signsReports) expect(reported).toBeUndefined();
          else expect(reported?.kind ?? 'waiting').toBe('waiting');
        },
      );

      test('is not believed when a bit of it is another', async ({ skip }) => {
        if (!harness.traits.signsReports) return skip();
        const { callback } = await beginAndDecide('paid');
        const { headers, body } = callback;
        const believed: number[] = [];
        for (const place of body.keys()) {
          const changed = { headers, body: withBitChanged(body, place) };
          if ((await harness.gateway.verifyCallback(changed)) !== undefined) believed.push(place);
        }
        expect(believed).toEqual([]);
        for (const [header, value] of Object.entries(headers)) {
          if (header === 'content-type' || typeof value !== 'string') continue;
          const changed = withBitChanged(Buffer.from(value), 0).toString();
          const forged = { body, headers: { ...headers, [header]: changed } };
          expect(await harness.gateway.verifyCallback(forged)).toBeUndefined();
        }
      });

      test.each<[string, (callback: Callback) => Buffer]>([
        ['nothing', () => Buffer.alloc(0)],
        ['half of it', ({ body }) => body.subarray(0, body.length >> 1)],
        ['something behind it', ({ body }) => Buffer.concat([body, Buffer.from(' ')])],
        ['what is no text', () => Buffer.from([0xff, 0xfe, 0x00, 0x80])],
        ['a list', () => Buffer.from('[]')],
      ])('with %s instead of its body is not believed', async (_, change) => {
        const { order } = await begin();
        const callback = await harness.report(order.orderId);
        const reported = await harness.gateway.verifyCallback({ ...callback, body: change(callback) });
        if (harness.traits.signsReports) expect(reported).toBeUndefined();
        else expect(reported?.kind ?? 'waiting').toBe('waiting');
      });
    });

    describe('a refund', () => {
      test('gives the whole sum back, once', async () => {
        const { order, known } = await beginAndDecide('paid');
        harness.passTime(minute);
        const reported = await harness.gateway.refund(known);
        expect(reported).toMatchObject({ orderId: order.orderId, amount: order.amount, currency: 'UAH' });
        expect(['returned', 'waiting']).toContain(reported.kind);
        expectNoSecrets(reported.evidence);
        const again = await harness.gateway.refund(known).catch((error: unknown) => error);
        if (again instanceof Error) expect(again).toBeInstanceOf(RefundRefused);
        expect(await harness.returnsOf(order.orderId)).toBe(1);
        const { orderId, amount } = order;
        expect(await harness.gateway.queryState(known)).toMatchObject({ orderId, kind: 'returned', amount });
      });

      test('two concurrent requests refund once, and neither is refused', async () => {
        const { order, known } = await beginAndDecide('paid');
        harness.passTime(minute);
        const words = await Promise.all([1, 2, 3].map(() => harness.gateway.refund(known)));
        for (const { kind } of words) expect(['returned', 'waiting']).toContain(kind);
        expect(await harness.returnsOf(order.orderId)).toBe(1);
      });

      test.each(['an unpaid order', 'an unknown order'])('of %s is refused', async (which) => {
        const { order, known } = await begin();
        if (which === 'an unknown order') await harness.removeOrder(order.orderId);
        const refused: unknown = await harness.gateway.refund(known).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(RefundRefused);
        expectNoSecrets(String(refused));
      });
    });

    describe.each(faults)('while the provider is in trouble (%s)', (fault) => {
      test('it is unavailable for a new order, which goes on afterwards', async ({ skip }) => {
        if (!harness.traits.asks.includes('createPayment')) return skip();
        const order = makeOrder();
        harness.makeTrouble(fault);
        await expectUnavailable(harness.gateway.createPayment(order));
        harness.makeTrouble(undefined);
        expect((await harness.gateway.createPayment(order)).payUrl).toMatch(/^https?:/);
      });

      test('it is unavailable for questions and refunds', async ({ skip }) => {
        if (!harness.traits.asks.includes('queryState')) return skip();
        const { order, known } = await beginAndDecide('paid');
        harness.makeTrouble(fault);
        await expectUnavailable(harness.gateway.queryState(known));
        await expectUnavailable(harness.gateway.refund(known));
        harness.makeTrouble(undefined);
        expect(await harness.returnsOf(order.orderId)).toBe(0);
        expect(await harness.gateway.queryState(known)).toMatchObject({ kind: 'paid' });
      });

      test('a report that has to be asked about is not answered', async ({ skip }) => {
        if (!harness.traits.asks.includes('verifyCallback')) return skip();
        const { order } = await begin();
        await harness.decide(order.orderId, 'paid');
        const callback = await harness.report(order.orderId);
        harness.makeTrouble(fault);
        await expectUnavailable(harness.restarted().verifyCallback(callback));
      });
    });
  });
}
