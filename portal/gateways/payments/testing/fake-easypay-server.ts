import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { Callback } from '../payment-gateway.ts';
import {
  type FakeAnswer,
  type FakeProvider,
  type FakeProviderRequest,
  jsonAnswer,
  payerPagePath,
  startFakeProvider,
} from './fake-provider.ts';
import { createOrderBook, type FakeOrder } from './order-book.ts';

/** What the fake server says of cards and persons, which nobody may keep. */
export const easypaySecrets = ['51678032****8169', 'Raiffeisen', 'olena@example.test', '380501112233'];

export interface EasypayKeys {
  readonly partnerKey: string;
  readonly serviceKey: string;
  readonly secretKey: string;
}

export interface EasypayServer extends FakeProvider {
  /** The notice of an order with other facts, signed by the secret or another. */
  reportWith(orderId: string, facts: Readonly<Record<string, unknown>>, secretKey?: string): Callback;
  /** It knows no app and no page any more. */
  clearApps(): void;
  /** From now on it takes no refunds by a call. */
  stopRefunds(httpStatus: number): void;
}

const sumField = z.number().check(z.gt(0));
const createSchema = z.strictObject({
  order: z.strictObject({
    serviceKey: z.string(),
    orderId: z.string().check(z.minLength(1)),
    description: z.string().check(z.minLength(1)),
    amount: sumField,
    additionalItems: z.strictObject({ 'Merchant.UrlNotify': z.url() }),
  }),
  urls: z.strictObject({ success: z.url(), failed: z.url() }),
});
const stateSchema = z.strictObject({
  serviceKey: z.string(),
  orderId: z.string(),
  transactionId: z.optional(z.string()),
});
const cancelSchema = z.strictObject({
  serviceKey: z.string(),
  orderId: z.string(),
  transactionId: z.optional(z.int()),
  amount: sumField,
});

function refuse(errorCode: string, httpStatus = 200): FakeAnswer {
  return jsonAnswer(
    { error: { errorCode, title: errorCode, description: `відмова: ${errorCode}` } },
    httpStatus,
  );
}

/** "2026-11-20T12:00:00", as a Kyiv clock shows it. */
function kyivText(at: Instant): string {
  const { date, hour, minute } = kyivTimeOf(at);
  const seconds = Math.floor(at / 1000) % 60;
  return `${date}T${[hour, minute, seconds].map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** A sum as EasyPay writes it: a number with two decimals. */
function written(order: FakeOrder): number {
  return Number(moneyToWire(order.amount));
}

/** A server that speaks the protocol of EasyPay (facts 5.5) and takes nothing that is not signed or not in its shape. */
export async function startEasypayServer(keys: EasypayKeys, clock: Clock): Promise<EasypayServer> {
  const { partnerKey, serviceKey, secretKey } = keys;
  const book = createOrderBook(clock);
  const apps = new Set<string>();
  const pages = new Map<string, string>();
  let statusOfRefunds = 200;

  function signatureOf(body: string, key = secretKey): string {
    return createHash('sha256').update(`${key}${body}`).digest('base64');
  }

  function reportWith(orderId: string, facts: Readonly<Record<string, unknown>>, key = secretKey): Callback {
    const order = book.get(orderId);
    const [pan, bank, email, phone] = easypaySecrets;
    const body = JSON.stringify({
      OperationType: order.state === 'returned' ? 'Refund' : 'Payment',
      PartnerKey: partnerKey,
      ServiceKey: serviceKey,
      TransactionStatus: { refused: 'Declined', waiting: 'Pending' }[order.state as string] ?? 'Accepted',
      MerchantOrderId: orderId,
      DateTime: kyivText(order.at),
      Amount: written(order),
      Commission: 0,
      TransactionId: Number(order.reference),
      AdditionalItems: {
        'Card.Pan': pan,
        'Acquirer.Name': bank,
        PayerEmail: email,
        PayerPhone: phone,
        ...(order.state === 'refused' && { ErrorCode: 'PAYMENT_LIMIT', ErrorMessage: `Ліміт картки ${pan}` }),
      },
      ...facts,
    });
    const headers = { 'content-type': 'application/json; charset=utf-8', sign: signatureOf(body, key) };
    return { headers, body: Buffer.from(body) };
  }

  function create(question: unknown, url: string): FakeAnswer {
    const parsed = createSchema.safeParse(question);
    if (!parsed.success) return refuse('VALIDATION_ERROR', 400);
    const { order, urls } = parsed.data;
    const amount = parseMoney(String(order.amount));
    if (order.serviceKey !== serviceKey || amount === undefined) return refuse('SERVICE_NOT_AVAILABLE');
    const callbackUrl = order.additionalItems['Merchant.UrlNotify'];
    book.open({ orderId: order.orderId, amount, currency: 'UAH', returnUrl: urls.success, callbackUrl });
    return jsonAnswer({
      forwardUrl: url + payerPagePath(order.orderId),
      paymentInstrumentsTypes: [],
      error: null,
    });
  }

  /** An order whose money went back whole is declined, and names its refunds. */
  function state(question: unknown): FakeAnswer {
    const parsed = stateSchema.safeParse(question);
    if (!parsed.success || parsed.data.serviceKey !== serviceKey) return refuse('VALIDATION_ERROR', 400);
    const order = book.find(parsed.data.orderId);
    if (order === undefined) return refuse('ORDER_NOT_FOUND');
    const isReturned = order.state === 'returned';
    const refund = {
      refundTransactionId: Number(order.reference) + 1,
      paymentState: 'accepted',
      refundAmount: written(order),
      dateAccepted: instantToIso(order.at),
      dateDeclined: null,
      datePost: instantToIso(order.at),
    };
    return jsonAnswer({
      merchantKey: partnerKey,
      transactionId: order.state === 'waiting' ? null : Number(order.reference),
      orderId: order.orderId,
      amount: written(order),
      paymentState: { waiting: 'none', paid: 'accepted' }[order.state as string] ?? 'declined',
      refundTransactionId: isReturned ? refund.refundTransactionId : null,
      paymentsList: [{ pan: easypaySecrets[0] }],
      refunds: isReturned ? [refund] : [],
      error: null,
    });
  }

  function cancel(question: unknown): FakeAnswer {
    if (statusOfRefunds !== 200) return refuse('METHOD_NOT_AVAILABLE', statusOfRefunds);
    const parsed = cancelSchema.safeParse(question);
    if (!parsed.success || parsed.data.serviceKey !== serviceKey) return refuse('VALIDATION_ERROR', 400);
    const { orderId, transactionId, amount } = parsed.data;
    const order = book.find(orderId);
    if (order === undefined || transactionId !== Number(order.reference)) return refuse('ORDER_NOT_FOUND');
    if (order.state !== 'paid' || parseMoney(String(amount)) !== order.amount)
      return refuse('REFUND_NOT_ALLOWED');
    book.decide(orderId, 'returned');
    return jsonAnswer({
      merchantKey: partnerKey,
      transactionId,
      refundTransactionId: transactionId + 1,
      orderId,
      amount,
      paymentState: 'pending',
      error: null,
    });
  }

  const actions: Readonly<Record<string, (question: unknown, url: string) => FakeAnswer>> = {
    '/api/merchant/createOrder': create,
    '/api/merchant/orderState': state,
    '/api/merchant/cancelOrder': cancel,
  };

  function answer({ method, path, headers, body }: FakeProviderRequest): FakeAnswer | undefined {
    if (method !== 'POST') return undefined;
    if (headers.partnerkey !== partnerKey || headers.locale !== 'ua') return refuse('PARTNER_NOT_FOUND', 401);
    if (path === '/api/system/createApp') {
      const appId = newId();
      apps.add(appId);
      return jsonAnswer({ appId, pageId: newId(), error: null });
    }
    const appId = String(headers.appid);
    if (!apps.has(appId)) return refuse('APP_NOT_REGISTERED');
    if (path === '/api/system/createPage') {
      const pageId = newId();
      pages.set(pageId, appId);
      return jsonAnswer({ pageId, requestedSessionId: pageId, error: null });
    }
    const action = actions[path];
    if (action === undefined) return undefined;
    // A page is for one question.
    const pageId = String(headers.pageid);
    if (pages.get(pageId) !== appId) return refuse('PAGE_NOT_REGISTERED');
    pages.delete(pageId);
    if (headers.sign !== signatureOf(body)) return refuse('SIGN_IS_INVALID', 403);
    return action(JSON.parse(body), `http://${headers.host}`);
  }

  const server = await startFakeProvider({
    book,
    name: 'EasyPay',
    report: ({ orderId }) => reportWith(orderId, {}),
    answer,
  });
  return {
    ...server,
    reportWith,
    clearApps() {
      apps.clear();
      pages.clear();
    },
    stopRefunds(httpStatus) {
      statusOfRefunds = httpStatus;
    },
  };
}
