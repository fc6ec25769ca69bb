import * as z from 'zod/mini';
import type { Kopiykas } from '#domain/money.ts';
import { orderExpiryMinutes } from '#domain/payments/query-pauses.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { askProvider } from '../ask-provider.ts';
import { isPayPage } from '../is-pay-page.ts';
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
import { hryvniaNumber } from './currency-letters.ts';
import { createMonobankKeys } from './monobank-keys.ts';
import { momentField, readInvoice } from './monobank-status.ts';

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
    const word = readInvoice(body);
    if (word?.orderId !== orderId || word.providerReference !== providerReference) {
      throw unavailable('a status of another shape or order');
    }
    return word;
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
      const word = await queryState(order);
      if (word?.kind === 'returned') return word;
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
      saidAt: modifiedDate ? instantFromIso(modifiedDate) : null,
      evidence: { invoiceId: providerReference, cancel: parsed.data },
    };
  }

  return {
    provider,
    isSandbox: false,
    createPayment: rememberPages(createInvoice),
    async verifyCallback({ headers, body }) {
      if (!(await keys.isSignatureOf(body, headers['x-sign']))) return undefined;
      const word = readReport(body);
      const isMoney = word?.kind === 'paid' || word?.kind === 'returned';
      // That the bank signed does not say for whom: money is ours when the invoice is one that our own token sees.
      if (!isMoney || (await queryState(word)) !== undefined) return word;
      return undefined;
    },
    queryState,
    refund,
  };
}
