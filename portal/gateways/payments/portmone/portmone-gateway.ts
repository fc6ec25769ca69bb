import * as z from 'zod/mini';
import { moneyToWire } from '#domain/money.ts';
import { parseOrderId } from '#domain/payments/order-id.ts';
import type { Clock } from '#platform/clock.ts';
import { askProvider } from '../ask-provider.ts';
import { browserReturnUrl } from '../browser-return.ts';
import { isPayPage } from '../is-pay-page.ts';
import {
  type PaymentGateway,
  type PaymentOrder,
  type PayPage,
  type ProviderStatus,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';
import { rememberPages } from '../remember-pages.ts';
import { signingTime, signOrder } from './portmone-signature.ts';
import { readTransactions } from './portmone-status.ts';

const provider = 'portmone';
const maxDescriptionLength = 250;
const maxOrderIdLength = 64;

export interface PortmoneOptions {
  readonly payeeId: string;
  readonly login: string;
  readonly password: string;
  /** Signs what the payer is to pay. */
  readonly key: string;
  /** Without a path, e.g. https://www.portmone.com.ua. */
  readonly url: string;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

const linkSchema = z.object({ linkPayment: z.string().check(z.maxLength(2000)) });
const errorSchema = z.object({ errorCode: z.union([z.string(), z.number()]) });

/** The code of a refused request, e.g. of a wrong login; undefined: the answer is no refusal. */
function errorCodeOf(body: unknown): string | undefined {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success || String(parsed.data.errorCode) === '0') return undefined;
  const code = String(parsed.data.errorCode);
  return /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : 'of another shape';
}

/** The order that a payer's browser names when it comes back; undefined: none of ours. */
function orderOfReturn(body: Buffer): string | undefined {
  const orders = new URLSearchParams(body.toString('utf8')).getAll('SHOPORDERNUMBER');
  const [orderId] = orders;
  if (orderId === undefined || orders.length > 1 || orderId.length > maxOrderIdLength) return undefined;
  return parseOrderId(orderId) && orderId;
}

/**
 * Portmone (facts 5.4). What a payer's browser brings back is not signed and is believed in nothing but the order's number:
 * Portmone itself is asked, and its answer is the word.
 */
export function createPortmoneGateway(options: PortmoneOptions): PaymentGateway {
  const { payeeId, login, password, key, url, clock, timeoutMs } = options;
  const unavailable = (reason: string) => new ProviderUnavailable(provider, reason);
  const asked = new Map<string, Promise<ProviderStatus | undefined>>();

  async function ask(payload: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { httpStatus, body } = await askProvider({
      provider,
      url: `${url}/gateway/`,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(payload),
      timeoutMs,
    });
    if (httpStatus !== 200) throw unavailable(`HTTP ${httpStatus}`);
    return body;
  }

  /** A call with login and password, for servers only. */
  const askAsPayee = (method: string, data: Readonly<Record<string, string>>) =>
    ask({ method, params: { data: { login, password, payeeId, ...data } }, id: '1' });

  async function createLink(order: PaymentOrder): Promise<PayPage> {
    const [dt, billAmount] = [signingTime(clock.now()), moneyToWire(order.amount)];
    const shopOrderNumber = order.orderId;
    const signature = signOrder(key, { payeeId, login, dt, shopOrderNumber, billAmount });
    const backUrl = browserReturnUrl(provider, order.returnUrl);
    const body = await ask({
      method: 'createLinkPayment',
      payee: { payeeId, login, dt, signature, shopSiteId: '' },
      order: {
        description: order.description.slice(0, maxDescriptionLength),
        shopOrderNumber,
        billAmount,
        billCurrency: 'UAH',
        attribute1: order.accountNumber,
        successUrl: backUrl,
        failureUrl: backUrl,
        preauthFlag: 'N',
        encoding: 'UTF-8',
      },
      payer: { lang: 'uk', emailAddress: '', showEmail: 'N' },
    });
    const refusal = errorCodeOf(body);
    if (refusal !== undefined) throw unavailable(`error ${refusal}`);
    const parsed = linkSchema.safeParse(body);
    if (!parsed.success || !isPayPage(parsed.data.linkPayment, url))
      throw unavailable('a link of another shape');
    return { payUrl: parsed.data.linkPayment, payFields: null, providerReference: null };
  }

  async function askForState(orderId: string): Promise<ProviderStatus | undefined> {
    const body = await askAsPayee('result', { shopOrderNumber: orderId });
    const refusal = errorCodeOf(body);
    if (refusal !== undefined) throw unavailable(`error ${refusal}`);
    const word = readTransactions(body, orderId);
    if (word === 'nonsense') throw unavailable('tries of another shape or order');
    return word === 'unknown' ? undefined : word;
  }

  /** Those who ask at the same time share the answer: anybody may bring an order's number back. */
  function stateOf(orderId: string): Promise<ProviderStatus | undefined> {
    const known = asked.get(orderId);
    if (known !== undefined) return known;
    const answer = askForState(orderId).finally(() => asked.delete(orderId));
    asked.set(orderId, answer);
    return answer;
  }

  return {
    provider,
    isSandbox: false,
    reportsAreUnsigned: true,
    createPayment: rememberPages(createLink),
    async verifyCallback({ body }) {
      const orderId = orderOfReturn(body);
      return orderId === undefined ? undefined : stateOf(orderId);
    },
    queryState: ({ orderId }) => stateOf(orderId),
    async refund({ orderId, amount }) {
      const returnAmount = moneyToWire(amount);
      const body = await askAsPayee('return', {
        shopOrderNumber: orderId,
        returnAmount,
        message: `Refund of ${orderId}`,
      });
      const word = readTransactions(body, orderId);
      if (typeof word === 'object' && word.kind === 'returned') return word;
      // Refused, or returned before: the list of tries tells which.
      const state = await askForState(orderId);
      if (state?.kind === 'returned') return state;
      throw new RefundRefused(provider, `error ${errorCodeOf(body) ?? 'without a code'}`);
    },
  };
}
