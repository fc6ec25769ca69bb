import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Kopiykas, subtractMoney, zeroMoney } from '#domain/money.ts';
import { orderExpiryMinutes } from '#domain/payments/payment-orders.ts';
import { tableOf } from '#domain/table-of.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { isSameText } from '#platform/is-same-text.ts';
import { askProvider, evidenceField, hryvniaNumber, sumOfHryvnias } from '../ask-provider.ts';
import { rememberPages } from '../payer-pages.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  type PaymentOrder,
  type PayPage,
  type ProviderStatus,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';

const numberOrText = z.union([z.number(), z.string().check(z.maxLength(64))]);
const maybeText = evidenceField(z.string().check(z.maxLength(64)));
const maybeMoment = evidenceField(z.int().check(z.gte(0)));

/** What a card number, a phone or a person could be in is not read at all. */
const paymentSchema = z.object({
  order_id: z.string().check(z.minLength(1), z.maxLength(255)),
  status: z.string().check(z.minLength(1), z.maxLength(40)),
  amount: numberOrText,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  public_key: z.optional(z.nullable(z.string())),
  payment_id: evidenceField(numberOrText),
  transaction_id: evidenceField(numberOrText),
  liqpay_order_id: maybeText,
  action: maybeText,
  paytype: maybeText,
  err_code: maybeText,
  refund_amount: z.optional(z.nullable(numberOrText)),
  receiver_commission: evidenceField(numberOrText),
  create_date: maybeMoment,
  end_date: maybeMoment,
  refund_date_last: maybeMoment,
});

type Payment = z.infer<typeof paymentSchema>;
type Facts = Omit<Payment, 'public_key'>;

/**
 * The statuses that settle an order (facts 5.1). Every other one waits for the payer or for the bank, and a status that is
 * new to us waits too: it changes nothing until it is understood. wait_accept: the money is taken, the shop is under review.
 */
const settled: Readonly<Record<string, ProviderStatus['kind']>> = tableOf({
  success: 'paid',
  wait_accept: 'paid',
  failure: 'refused',
  error: 'refused',
  reversed: 'returned',
});

function kindOf(status: string, isSandbox: boolean): ProviderStatus['kind'] {
  // A test payment moves no money: with real keys it is none.
  if (status === 'sandbox') return isSandbox ? 'paid' : 'refused';
  return Object.hasOwn(settled, status) ? (settled[status] ?? 'waiting') : 'waiting';
}

function latest({ create_date, end_date, refund_date_last }: Payment): Instant | null {
  const moments = [create_date, end_date, refund_date_last].filter((one) => typeof one === 'number');
  return moments.length === 0 ? null : (Math.max(...moments) as Instant);
}

/** After a partial refund: the refunded part, and the rest of the paid sum. */
function amountOf({ amount, refund_amount }: Facts, kind: ProviderStatus['kind']): Kopiykas | undefined {
  const ordered = sumOfHryvnias(amount);
  const returned = refund_amount == null ? undefined : sumOfHryvnias(refund_amount);
  if (refund_amount != null && returned === undefined) return undefined;
  if (kind === 'returned') return returned ?? ordered;
  return ordered && subtractMoney(ordered, returned ?? zeroMoney);
}

interface LiqpayMerchant {
  readonly publicKey: string;
  readonly isSandbox: boolean;
}

/** A payment of LiqPay in the words of the port; undefined: it is none, or one of another merchant. */
export function readLiqpayPayment(payment: unknown, merchant: LiqpayMerchant): ProviderStatus | undefined {
  const parsed = paymentSchema.safeParse(payment);
  if (!parsed.success) return undefined;
  const { public_key, ...facts } = parsed.data;
  if (public_key && public_key !== merchant.publicKey) return undefined;
  const kind = kindOf(facts.status, merchant.isSandbox);
  const amount = amountOf(facts, kind);
  if (amount === undefined) return undefined;
  const { order_id: orderId, currency, payment_id: paymentId } = facts;
  return {
    orderId,
    kind,
    amount,
    currency,
    providerReference: paymentId === undefined || paymentId === null ? null : String(paymentId),
    reportedAt: latest(parsed.data),
    evidence: facts,
  };
}

/** Which signature a merchant's account uses: 3 is SHA-1, 7 is SHA3-256 (facts 5.1). */
export type LiqpayVersion = 3 | 7;

const algorithms: Readonly<Record<LiqpayVersion, string>> = { 3: 'sha1', 7: 'sha3-256' };

/** What goes over the wire in both directions: base64 of JSON and its signature. */
interface LiqpayForm {
  readonly data: string;
  readonly signature: string;
}

/** base64(hash(private key + data + private key)), of the raw digest (facts 5.1). */
export function liqpaySignature(data: string, privateKey: string, version: LiqpayVersion): string {
  return createHash(algorithms[version])
    .update(privateKey + data + privateKey)
    .digest('base64');
}

/** Packs and signs a request. */
function signLiqpay(request: unknown, privateKey: string, version: LiqpayVersion): LiqpayForm {
  const data = Buffer.from(JSON.stringify(request)).toString('base64');
  return { data, signature: liqpaySignature(data, privateKey, version) };
}

/** What a signed form says; undefined: its signature is not of this key and version, or it is no JSON. */
export function openLiqpay(body: Buffer, privateKey: string, version: LiqpayVersion): unknown {
  const form = new URLSearchParams(body.toString('utf8'));
  const [data = '', ...moreData] = form.getAll('data');
  const [signature, ...moreSignatures] = form.getAll('signature');
  if (moreData.length + moreSignatures.length > 0) return undefined;
  if (!isSameText(signature, liqpaySignature(data, privateKey, version))) return undefined;
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

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
    const reported = readLiqpayPayment(body, merchant);
    if (reported?.orderId === orderId) return reported;
    const code = errorCodeOf(body);
    if (reported === undefined && unknownOrderCodes.has(code)) return undefined;
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
        reportedAt: null,
        evidence: { refund: parsed.data },
      };
    }
    const code = errorCodeOf(body);
    // Asked twice, the second time finds nothing left to give back.
    const reported = await queryState(order);
    if (reported?.kind === 'returned') return reported;
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
