import * as z from 'zod/mini';
import { orderExpiryMinutes } from '#domain/payments/query-pauses.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { askProvider } from '../ask-provider.ts';
import { hryvniaNumber } from '../hryvnia-number.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  type PaymentOrder,
  type PayPage,
  type ProviderStatus,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';
import { rememberPages } from '../remember-pages.ts';
import { type LiqpayVersion, openLiqpay, signLiqpay } from './liqpay-signature.ts';
import { readLiqpayPayment } from './liqpay-status.ts';

const provider = 'liqpay';

export interface LiqpayOptions {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly version: LiqpayVersion;
  /** Without a path, e.g. https://www.liqpay.ua. */
  readonly url: string;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

const errorSchema = z.object({
  err_code: z.optional(z.nullable(z.string())),
  code: z.optional(z.nullable(z.string())),
});
/** A request that was understood may still have failed. */
const doneSchema = z.object({
  result: z.literal('ok'),
  status: z.string().check(z.regex(/^(?!(?:error|failure)$)[a-z0-9_]{1,40}$/)),
});
const unknownOrderCodes: ReadonlySet<string> = new Set(['payment_not_found', 'order_not_found']);

/** Why LiqPay says no: 'payment_not_found', …; without words that may repeat what it was told. */
function errorCodeOf(body: unknown): string {
  const parsed = errorSchema.safeParse(body);
  const code = parsed.success ? (parsed.data.err_code ?? parsed.data.code ?? '') : '';
  return /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : 'no code';
}

/** Where LiqPay's checkout may be, as a source of a security policy: it leads on among its own hosts. */
function formOriginsOf(url: string): readonly string[] {
  const { origin, hostname } = new URL(url);
  return hostname.endsWith('.liqpay.ua') ? [origin, 'https://*.liqpay.ua'] : [origin];
}

/** Until when an order may be paid, "YYYY-MM-DD HH:mm:ss" by UTC: until the order is over here. */
function expiryAfter(now: Instant): string {
  const until = instantToIso((now + orderExpiryMinutes * 60_000) as Instant);
  return until.slice(0, 19).replace('T', ' ');
}

/** LiqPay of PrivatBank (facts 5.1): the payer's browser takes a signed form there, LiqPay is told of nothing before. */
export function createLiqpayGateway(options: LiqpayOptions): PaymentGateway {
  const { publicKey, privateKey, version, url, clock, timeoutMs } = options;
  const isSandbox = publicKey.startsWith('sandbox_');
  const merchant = { publicKey, isSandbox };
  const unavailable = (reason: string) => new ProviderUnavailable(provider, reason);
  const sign = (request: Readonly<Record<string, unknown>>) =>
    signLiqpay({ version, public_key: publicKey, ...request }, privateKey, version);

  async function ask(request: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { body } = await askProvider({
      provider,
      url: `${url}/api/request`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...sign(request) }).toString(),
      timeoutMs,
    });
    return body;
  }

  async function queryState({ orderId }: KnownOrder): Promise<ProviderStatus | undefined> {
    const body = await ask({ action: 'status', order_id: orderId });
    const word = readLiqpayPayment(body, merchant);
    if (word?.orderId === orderId) return word;
    const code = errorCodeOf(body);
    if (word === undefined && unknownOrderCodes.has(code)) return undefined;
    throw unavailable(`no status of the order: ${code}`);
  }

  async function refund(order: KnownOrder): Promise<ProviderStatus> {
    const { orderId, amount } = order;
    const body = await ask({ action: 'refund', order_id: orderId, amount: hryvniaNumber(amount) });
    const parsed = doneSchema.safeParse(body);
    if (parsed.success) {
      const { status } = parsed.data;
      return {
        orderId,
        kind: status === 'reversed' ? 'returned' : 'waiting',
        amount,
        currency: 'UAH',
        providerReference: order.providerReference,
        saidAt: null,
        evidence: { refund: parsed.data },
      };
    }
    const code = errorCodeOf(body);
    // Asked twice, the second time finds nothing left to give back.
    const word = await queryState(order);
    if (word?.kind === 'returned') return word;
    throw new RefundRefused(provider, code);
  }

  async function makeForm(order: PaymentOrder): Promise<PayPage> {
    const { orderId, amount, description, returnUrl, callbackUrl } = order;
    const form = sign({
      action: 'pay',
      amount: hryvniaNumber(amount),
      currency: 'UAH',
      description,
      order_id: orderId,
      expired_date: expiryAfter(clock.now()),
      language: 'uk',
      result_url: returnUrl,
      server_url: callbackUrl,
    });
    return { payUrl: `${url}/api/3/checkout`, payFields: { ...form }, providerReference: null };
  }

  return {
    provider,
    isSandbox,
    formOrigins: formOriginsOf(url),
    createPayment: rememberPages(makeForm),
    async verifyCallback({ body }) {
      const payment = openLiqpay(body, privateKey, version);
      return payment === undefined ? undefined : readLiqpayPayment(payment, merchant);
    },
    queryState,
    refund,
  };
}
