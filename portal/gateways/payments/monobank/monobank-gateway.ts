import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { type Kopiykas, kopiykas } from '#domain/money.ts';
import { orderExpiryMinutes } from '#domain/payments/payment-orders.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { singleFlight } from '#platform/single-flight.ts';
import { askProvider, evidenceField } from '../ask-provider.ts';
import { isPayPage, rememberPages } from '../payer-pages.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  type PaymentOrder,
  type PayPage,
  type ProviderStatus,
  ProviderUnavailable,
  RefundRefused,
} from '../payment-gateway.ts';

/** Numbers of ISO 4217 and their letters, of the currencies that a card of Ukraine is likely to have. */
const lettersOfNumber: Readonly<Record<number, string>> = {
  203: 'CZK',
  348: 'HUF',
  756: 'CHF',
  826: 'GBP',
  840: 'USD',
  946: 'RON',
  949: 'TRY',
  978: 'EUR',
  980: 'UAH',
  985: 'PLN',
};

const hryvniaNumber = 980;

/** The letters of a currency, e.g. 980 → 'UAH'; of one that is not listed its three digits, which equal no letters. */
function currencyLetters(isoNumber: number): string {
  return lettersOfNumber[isoNumber] ?? String(isoNumber).padStart(3, '0');
}

const sumField = z.int().check(z.gte(0));

function isMoment(text: string): boolean {
  try {
    instantFromIso(text);
    return true;
  } catch {
    return false;
  }
}

/** A moment with its offset, e.g. "2026-11-20T10:00:00Z". */
const momentField = z.string().check(z.refine(isMoment));

/** What a card number, a person or a wallet could be in is not read at all. */
const invoiceSchema = z.object({
  invoiceId: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.string().check(z.maxLength(30)),
  reference: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  amount: sumField,
  ccy: z.int().check(z.gte(0), z.lte(999)),
  finalAmount: z.optional(z.nullable(sumField)),
  createdDate: evidenceField(momentField),
  modifiedDate: evidenceField(momentField),
  failureReason: evidenceField(z.string().check(z.maxLength(300))),
  errCode: evidenceField(z.string().check(z.maxLength(60))),
  cancelList: z.optional(
    z.nullable(
      z.array(
        z.object({
          status: z.string(),
          amount: z.optional(z.nullable(sumField)),
          ccy: z.optional(z.nullable(z.int())),
          modifiedDate: evidenceField(momentField),
          extRef: evidenceField(z.string()),
        }),
      ),
    ),
  ),
  paymentInfo: z.optional(
    z.nullable(
      z.object({
        rrn: evidenceField(z.string()),
        approvalCode: evidenceField(z.string()),
        tranId: evidenceField(z.string()),
        fee: evidenceField(z.int()),
      }),
    ),
  ),
});

type MonobankInvoice = z.infer<typeof invoiceSchema>;

/**
 * What ends an invoice, or its waiting: created, processing, and what the bank may add, wait. A hold waits too: the money is
 * blocked and not taken, and we never ask for one.
 */
const kindOfStatus: ReadonlyMap<string, ProviderStatus['kind']> = new Map([
  ['success', 'paid'],
  ['failure', 'refused'],
  ['reversed', 'returned'],
  ['expired', 'expired'],
]);

/**
 * What is left of a paid sum is what the bank says is left, and what went back is the rest: after a refund of a part either is
 * less than the order's.
 */
function amountOf({ status, amount, finalAmount }: MonobankInvoice): Kopiykas {
  if (status === 'success') return kopiykas(finalAmount ?? amount);
  const isPart = status === 'reversed' && finalAmount && finalAmount < amount;
  return kopiykas(isPart ? amount - finalAmount : amount);
}

/** An invoice of the bank in the words of the port (facts 5.2); undefined: it is none, or of no order. */
function readInvoice(invoice: unknown): ProviderStatus | undefined {
  const parsed = invoiceSchema.safeParse(invoice);
  if (!parsed.success || !parsed.data.reference) return undefined;
  const { invoiceId, status, reference, ccy, modifiedDate } = parsed.data;
  return {
    orderId: reference,
    kind: kindOfStatus.get(status) ?? 'waiting',
    amount: amountOf(parsed.data),
    currency: currencyLetters(ccy),
    providerReference: invoiceId,
    reportedAt: modifiedDate ? instantFromIso(modifiedDate) : null,
    evidence: parsed.data,
  };
}

/** A key that was fetched is not fetched again before this, however many callbacks fail. */
const pauseMs = 60_000;
/** So long after the bank gave none. */
const pauseAfterFailureMs = 5000;

const keySchema = z.object({ key: z.string().check(z.maxLength(2000)) });

/** The key in the bank's answer; undefined: it is none of the curve P-256. */
function readKey(answer: unknown): KeyObject | undefined {
  const parsed = keySchema.safeParse(answer);
  if (!parsed.success) return undefined;
  try {
    const key = createPublicKey(Buffer.from(parsed.data.key, 'base64'));
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

function isSigned(body: Buffer, signature: Buffer, key: KeyObject): boolean {
  return verify('sha256', body, { key, dsaEncoding: 'der' }, signature);
}

interface MonobankKeys {
  /**
   * Whether X-Sign is the bank's signature of the raw body: base64 of DER, ECDSA P-256 with SHA-256 (facts 5.2). The key
   * is kept; when it does not fit, the bank may have a new one, which is fetched, but at most once a minute, so that forged
   * callbacks can't make us ask the bank without end.
   * @throws ProviderUnavailable when a key is needed and the bank gives none.
   */
  isSignatureOf(body: Buffer, xSign: unknown): Promise<boolean>;
}

/** Keeps the key with which the bank signs; `fetchKey` answers what the bank's /api/merchant/pubkey says. */
function createMonobankKeys({
  fetchKey,
  clock,
}: {
  readonly fetchKey: () => Promise<unknown>;
  readonly clock: Clock;
}): MonobankKeys {
  let known: KeyObject | undefined;
  let notBefore = 0 as Instant;
  let isBankUnavailable = false;

  const askingForKey = singleFlight(async () => {
    notBefore = (clock.now() + pauseAfterFailureMs) as Instant;
    isBankUnavailable = true;
    const key = readKey(await fetchKey());
    if (key === undefined) throw new ProviderUnavailable('monobank', 'a public key that is none');
    notBefore = (clock.now() + pauseMs) as Instant;
    isBankUnavailable = false;
    known = key;
    return key;
  });

  /** Undefined: it was asked for a moment ago. */
  async function freshKey(): Promise<KeyObject | undefined> {
    if (askingForKey.current() === undefined && clock.now() < notBefore) return undefined;
    return askingForKey.run();
  }

  return {
    async isSignatureOf(body, xSign) {
      if (typeof xSign !== 'string' || !/^[A-Za-z0-9+/]{20,200}={0,2}$/.test(xSign)) return false;
      const signature = Buffer.from(xSign, 'base64');
      if (known !== undefined && isSigned(body, signature, known)) return true;
      const key = await freshKey();
      if (key !== undefined) return isSigned(body, signature, key);
      if (isBankUnavailable) throw new ProviderUnavailable('monobank', 'its public key is not known now');
      return false;
    },
  };
}

const provider = 'monobank';
/** As long as an order of ours waits. */
const validitySeconds = orderExpiryMinutes * 60;
const maxDestinationLength = 280;

export interface MonobankOptions {
  /** Token of the merchant. */
  readonly token: string;
  /** Without a path, e.g. https://api.monobank.ua. */
  readonly url: string;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

const createdSchema = z.object({
  invoiceId: z.string().check(z.minLength(1), z.maxLength(64)),
  pageUrl: z.string().check(z.maxLength(1000)),
});

const cancelledSchema = z.object({
  status: z.enum(['processing', 'success', 'failure']),
  modifiedDate: z.optional(z.nullable(momentField)),
});

const errorSchema = z.object({ errCode: z.optional(z.nullable(z.string())) });

function errorCodeOf(body: unknown): string {
  const parsed = errorSchema.safeParse(body);
  const code = parsed.success ? (parsed.data.errCode ?? '') : '';
  return /^[A-Za-z0-9_ ]{1,60}$/.test(code) ? code : 'no code';
}

function toNumber(amount: Kopiykas): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new RangeError('a sum that no bank takes');
  return number;
}

function readReport(body: Buffer): ProviderStatus | undefined {
  try {
    return readInvoice(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Acquiring of monobank, "plata by mono" (facts 5.2): an invoice is an order, its `reference` our order id. */
export function createMonobankGateway({ token, url, clock, timeoutMs }: MonobankOptions): PaymentGateway {
  const unavailable = (reason: string) => new ProviderUnavailable(provider, reason);

  async function ask(path: string, payload?: Readonly<Record<string, unknown>>) {
    return askProvider({
      provider,
      url: `${url}/api/merchant/${path}`,
      headers: { 'x-token': token, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
      timeoutMs,
    });
  }

  const keys = createMonobankKeys({
    clock,
    async fetchKey() {
      const { httpStatus, body } = await ask('pubkey');
      if (httpStatus !== 200) throw unavailable(`HTTP ${httpStatus}: ${errorCodeOf(body)}`);
      return body;
    },
  });

  async function createInvoice(order: PaymentOrder): Promise<PayPage> {
    const { httpStatus, body } = await ask('invoice/create', {
      amount: toNumber(order.amount),
      ccy: hryvniaNumber,
      merchantPaymInfo: {
        reference: order.orderId,
        destination: order.description.slice(0, maxDestinationLength),
      },
      redirectUrl: order.returnUrl,
      webHookUrl: order.callbackUrl,
      validity: validitySeconds,
      paymentType: 'debit',
    });
    if (httpStatus !== 200) throw unavailable(`HTTP ${httpStatus}: ${errorCodeOf(body)}`);
    const parsed = createdSchema.safeParse(body);
    if (!parsed.success || !isPayPage(parsed.data.pageUrl, url)) {
      throw unavailable('an invoice of another shape');
    }
    return { payUrl: parsed.data.pageUrl, payFields: null, providerReference: parsed.data.invoiceId };
  }

  async function queryState({ orderId, providerReference }: KnownOrder): Promise<ProviderStatus | undefined> {
    if (providerReference === null) return undefined;
    const { httpStatus, body } = await ask(
      `invoice/status?invoiceId=${encodeURIComponent(providerReference)}`,
    );
    if (httpStatus === 404 || httpStatus === 400) return undefined;
    if (httpStatus !== 200) throw unavailable(`HTTP ${httpStatus}: ${errorCodeOf(body)}`);
    const reported = readInvoice(body);
    if (reported?.orderId !== orderId || reported.providerReference !== providerReference) {
      throw unavailable('a status of another shape or order');
    }
    return reported;
  }

  async function refund(order: KnownOrder): Promise<ProviderStatus> {
    const { orderId, providerReference, amount } = order;
    if (providerReference === null)
      throw new RefundRefused(provider, 'the bank has no invoice of this order');
    // With the same reference a repeated refund is the first one.
    const { httpStatus, body } = await ask('invoice/cancel', {
      invoiceId: providerReference,
      extRef: `${orderId}-refund`,
    });
    if (httpStatus === 401 || httpStatus === 403) throw unavailable(`HTTP ${httpStatus}`);
    if (httpStatus !== 200) {
      const reported = await queryState(order);
      if (reported?.kind === 'returned') return reported;
      throw new RefundRefused(provider, `HTTP ${httpStatus}: ${errorCodeOf(body)}`);
    }
    const parsed = cancelledSchema.safeParse(body);
    if (!parsed.success) throw unavailable('a refund of another shape');
    const { status, modifiedDate } = parsed.data;
    if (status === 'failure') throw new RefundRefused(provider, 'the bank could not give the money back');
    return {
      orderId,
      kind: status === 'success' ? 'returned' : 'waiting',
      amount,
      currency: 'UAH',
      providerReference,
      reportedAt: modifiedDate ? instantFromIso(modifiedDate) : null,
      evidence: { invoiceId: providerReference, cancel: parsed.data },
    };
  }

  return {
    provider,
    isSandbox: false,
    createPayment: rememberPages(createInvoice),
    async verifyCallback({ headers, body }) {
      if (!(await keys.isSignatureOf(body, headers['x-sign']))) return undefined;
      const reported = readReport(body);
      const isMoney = reported?.kind === 'paid' || reported?.kind === 'returned';
      // That the bank signed does not say for whom: money is ours when the invoice is one that our own token sees.
      if (!isMoney || (await queryState(reported)) !== undefined) return reported;
      return undefined;
    },
    queryState,
    refund,
  };
}
