import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import {
  compareMoney,
  type Kopiykas,
  moneyToWire,
  parseMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { parseOrderId } from '#domain/payments/order-id.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant, kyivTimeOf } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import { askProvider, evidenceField } from '../ask-provider.ts';
import { browserReturnUrl, isPayPage, rememberPages } from '../payer-pages.ts';
import {
  type PaymentGateway,
  type PaymentOrder,
  type PayPage,
  type ProviderStatus,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';

const textField = evidenceField(z.string().check(z.maxLength(300)));

/** A sum is a number or a text in the answers; it is never counted with as a number. Refunds may carry a minus. */
const sumField = z.union([
  z.string().check(z.regex(/^-?\d{1,12}([.,]\d{1,2})?$/)),
  z.number().check(z.refine((sum) => /^-?\d{1,12}(\.\d{1,2})?$/.test(String(sum)))),
]);

/** A try to pay, as `method=result` tells it. What names a card or a person is not read at all. */
const transactionSchema = z.object({
  shopOrderNumber: z.string(),
  shopBillId: evidenceField(z.union([z.string().check(z.maxLength(64)), z.number()])),
  /** PAYED, REJECTED and RETURN end a try; CREATED, PREAUTH, and what Portmone may add, leave it open. */
  status: z.string().check(z.maxLength(30)),
  billAmount: sumField,
  billCurrency: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/)))),
  pay_date: textField,
  authCode: textField,
  rrn: textField,
  errorCode: evidenceField(z.union([z.string().check(z.maxLength(60)), z.number()])),
});

type PortmoneTransaction = z.infer<typeof transactionSchema>;

const transactionsSchema = z.array(transactionSchema).check(z.maxLength(200));

function sizeOf({ billAmount }: PortmoneTransaction): Kopiykas {
  const sum = parseMoney(String(billAmount).replace('-', ''));
  if (sum === undefined) throw new RangeError('a sum that is none');
  return sum;
}

/** "20.11.2026 12:00:00" by the Kyiv clock; null: it is not written so. */
function momentOf({ pay_date: text }: PortmoneTransaction): Instant | null {
  const match = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text ?? '');
  if (match === null) return null;
  const [, day, month, year, hour, minute, second] = match;
  const date = parseLocalDate(`${year}-${month}-${day}`);
  if (date === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return (kyivInstant(date, Number(hour), Number(minute)) + Number(second) * 1000) as Instant;
}

function latestMoment(transactions: readonly PortmoneTransaction[]): Instant | null {
  const moments = transactions.map(momentOf).filter((moment) => moment !== null);
  return moments.length === 0 ? null : (Math.max(...moments) as Instant);
}

/** What the tries come to. A refused one is no refusal while another may still be paid on the same page. */
function outcomeOf(transactions: readonly PortmoneTransaction[]) {
  const of = (wanted: string) => transactions.filter(({ status }) => status === wanted);
  const sumOf = (some: readonly PortmoneTransaction[]) => sumMoney(some.map(sizeOf));
  const [paid, returned, refused] = [of('PAYED'), of('RETURN'), of('REJECTED')] as const;
  const open = transactions.filter((one) => ![...paid, ...returned, ...refused].includes(one));
  const [paidSum, returnedSum] = [sumOf(paid), sumOf(returned)] as const;
  if (returned.length > 0 && (paid.length === 0 || compareMoney(paidSum, returnedSum) <= 0)) {
    return { kind: 'returned', amount: returnedSum, decisive: returned } as const;
  }
  if (paid.length > 0) {
    const amount = subtractMoney(paidSum, returnedSum);
    return { kind: 'paid', amount, decisive: [...paid, ...returned] } as const;
  }
  if (open.length > 0) return { kind: 'waiting', amount: firstSum(open), decisive: open } as const;
  return { kind: 'refused', amount: firstSum(refused), decisive: refused } as const;
}

function firstSum([first]: readonly PortmoneTransaction[]): Kopiykas {
  return first === undefined ? zeroMoney : sizeOf(first);
}

/**
 * What Portmone's list of tries says of an order: 'unknown' for an empty one, 'nonsense' for what is no such list or is of
 * another order. Sums are reported as they are: two payments of one order are the sum of both, and the billing compares.
 */
export function readTransactions(answer: unknown, orderId: string): ProviderStatus | 'unknown' | 'nonsense' {
  const parsed = transactionsSchema.safeParse(answer);
  if (!parsed.success) return 'nonsense';
  const transactions = parsed.data;
  if (transactions.length === 0) return 'unknown';
  if (transactions.some(({ shopOrderNumber }) => shopOrderNumber !== orderId)) return 'nonsense';
  const { kind, amount, decisive } = outcomeOf(transactions);
  const foreign = decisive.find(({ billCurrency }) => billCurrency && billCurrency !== 'UAH');
  const reference = decisive[0]?.shopBillId;
  return {
    orderId,
    kind,
    amount,
    // Orders are made in hryvnias, and answers need not name the currency.
    currency: foreign?.billCurrency ?? 'UAH',
    providerReference: reference === undefined || reference === null ? null : String(reference),
    reportedAt: latestMoment(decisive),
    evidence: { transactions },
  };
}

interface SignedOrder {
  readonly payeeId: string;
  readonly login: string;
  /** `signingTime` of now. */
  readonly dt: string;
  readonly shopOrderNumber: string;
  /** Exactly as it stands in the request. */
  readonly billAmount: string;
}

function hex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

/**
 * HMAC-SHA256 in upper-case hexadecimal over UPPER(payeeId + dt + HEX(order number) + amount) + UPPER(HEX(UPPER(login)))
 * (facts 5.4).
 */
export function signOrder(key: string, order: SignedOrder): string {
  const { payeeId, login, dt, shopOrderNumber, billAmount } = order;
  const facts = `${payeeId}${dt}${hex(shopOrderNumber)}${billAmount}`.toUpperCase();
  const text = facts + hex(login.toUpperCase()).toUpperCase();
  return createHmac('sha256', key).update(text).digest('hex').toUpperCase();
}

/** The time of signing, yyyyMMddHHmmss by the Kyiv clock. */
export function signingTime(now: Instant): string {
  const { date, hour, minute } = kyivTimeOf(now);
  const second = Math.floor(now / 1000) % 60;
  return (
    date.replaceAll('-', '') + [hour, minute, second].map((part) => String(part).padStart(2, '0')).join('')
  );
}

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
    const reported = readTransactions(body, orderId);
    if (reported === 'nonsense') throw unavailable('tries of another shape or order');
    return reported === 'unknown' ? undefined : reported;
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
      const reported = readTransactions(body, orderId);
      if (typeof reported === 'object' && reported.kind === 'returned') return reported;
      // Refused, or returned before: the list of tries tells which.
      const state = await askForState(orderId);
      if (state?.kind === 'returned') return state;
      throw new RefundRefused(provider, `error ${errorCodeOf(body) ?? 'without a code'}`);
    },
  };
}
