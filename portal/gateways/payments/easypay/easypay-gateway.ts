import * as z from 'zod/mini';
import { isSameText } from '#platform/is-same-text.ts';
import { hryvniaNumber } from '../hryvnia-number.ts';
import { isPayPage } from '../is-pay-page.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  type PaymentOrder,
  type PayPage,
  type ProviderStatus,
  ProviderUnavailable,
  RefundNotOffered,
  RefundRefused,
} from '../payment-gateway.ts';
import { rememberPages } from '../remember-pages.ts';
import { createEasypaySession, type EasypayOptions, easypayErrorOf } from './easypay-session.ts';
import { easypaySignature } from './easypay-signature.ts';
import { isRefundUnderWay, readEasypayNotice, readEasypayState } from './easypay-status.ts';

const provider = 'easypay';
/** Of EasyPay's documentation: everybody knows its secret. */
const testPartner = 'easypay-test';

/** Refunds by a call are agreed on with EasyPay apart; public code knows the call, the facts do not. */
const notOffered: ReadonlySet<number> = new Set([403, 404, 405]);

const orderSchema = z.object({ forwardUrl: z.string().check(z.minLength(1), z.maxLength(2000)) });

/** EasyPay (facts 5.5): orders are made there by a signed call, reports carry the same signature over their bytes. */
export function createEasypayGateway(options: EasypayOptions): PaymentGateway {
  const { partnerKey, serviceKey, secretKey, url } = options;
  const session = createEasypaySession(options);
  const unavailable = (reason: string) => new ProviderUnavailable(provider, reason);

  async function createOrder(order: PaymentOrder): Promise<PayPage> {
    const { orderId, description, amount, callbackUrl, returnUrl } = order;
    const answer = await session.ask('/api/merchant/createOrder', {
      order: {
        serviceKey,
        orderId,
        description,
        amount: hryvniaNumber(amount),
        additionalItems: { 'Merchant.UrlNotify': callbackUrl },
      },
      urls: { success: returnUrl, failed: returnUrl },
    });
    const error = easypayErrorOf(answer);
    if (error !== undefined) throw unavailable(`no order: ${error}`);
    const parsed = orderSchema.safeParse(answer.body);
    if (!parsed.success || !isPayPage(parsed.data.forwardUrl, url))
      throw unavailable('an order of another shape');
    return { payUrl: parsed.data.forwardUrl, payFields: null, providerReference: null };
  }

  async function queryState({ orderId, providerReference }: KnownOrder): Promise<ProviderStatus | undefined> {
    const answer = await session.ask('/api/merchant/orderState', {
      serviceKey,
      orderId,
      ...(providerReference !== null && { transactionId: providerReference }),
    });
    const error = easypayErrorOf(answer);
    if (error?.includes('NOT_FOUND')) return undefined;
    if (error !== undefined) throw unavailable(`no state of the order: ${error}`);
    const word = readEasypayState(answer.body);
    if (word?.orderId !== orderId) throw unavailable('a state of another shape or order');
    return word;
  }

  /** A refund that has been made, or is on its way; undefined: none is. */
  function refundIn(word: ProviderStatus | undefined, { amount }: KnownOrder): ProviderStatus | undefined {
    if (word === undefined || word.kind === 'returned') return word;
    return isRefundUnderWay(word) ? { ...word, kind: 'waiting', amount } : undefined;
  }

  /** That a refund asked twice is made once is not promised there: the order is looked at first, and when it is refused. */
  async function refund(order: KnownOrder): Promise<ProviderStatus> {
    const { orderId, amount } = order;
    const before = await queryState(order);
    const known = refundIn(before, order);
    if (known !== undefined) return known;
    if (before?.kind !== 'paid') throw new RefundRefused(provider, 'the order is not paid');
    const { providerReference } = before;
    const answer = await session.ask('/api/merchant/cancelOrder', {
      serviceKey,
      orderId,
      ...(providerReference !== null && { transactionId: Number(providerReference) }),
      amount: hryvniaNumber(amount),
    });
    // It has just answered where the order stands: what it does not let us do now is the refund itself.
    if (notOffered.has(answer.httpStatus)) throw new RefundNotOffered(provider);
    const error = easypayErrorOf(answer);
    if (error !== undefined) {
      const meanwhile = refundIn(await queryState(order), order);
      if (meanwhile !== undefined) return meanwhile;
      throw new RefundRefused(provider, error);
    }
    const after = await queryState(order).catch((reason: unknown) => {
      if (reason instanceof ProviderUnavailable) return undefined;
      throw reason;
    });
    return after?.kind === 'returned' ? after : { ...before, kind: 'waiting', amount };
  }

  return {
    provider,
    isSandbox: partnerKey === testPartner,
    createPayment: rememberPages(createOrder),
    async verifyCallback({ headers, body }) {
      if (!isSameText(headers.sign, easypaySignature(body, secretKey))) return undefined;
      try {
        return readEasypayNotice(JSON.parse(body.toString('utf8')), { partnerKey, serviceKey });
      } catch {
        return undefined;
      }
    },
    queryState,
    refund,
  };
}
