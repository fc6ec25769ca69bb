import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseMoney } from '#domain/money.ts';
import type { Clock } from '#platform/clock.ts';
import type { Callback } from '../payment-gateway.ts';
import {
  type FakeAnswer,
  type FakeProvider,
  type FakeProviderRequest,
  jsonAnswer,
  payerPagePath,
  redirectTo,
  startFakeProvider,
} from './fake-provider.ts';
import { createOrderBook, type FakeOrder } from './order-book.ts';

/** What the fake server says of cards and persons, which nobody may keep. */
export const liqpaySecrets = ['541963*17', 'ПриватБанк', '380671234567', 'Олена', '203.0.113.7'];

export interface LiqpayKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly version: 3 | 7;
}

export interface LiqpayServer extends FakeProvider {
  /** The report of an order with other facts, signed by the private key or another. */
  reportWith(orderId: string, facts: Readonly<Record<string, unknown>>, privateKey?: string): Callback;
}

const common = { version: z.union([z.literal(3), z.literal(7)]), public_key: z.string() };
const sumField = z.number().check(z.gt(0), z.multipleOf(0.01));
const checkoutSchema = z.strictObject({
  ...common,
  action: z.literal('pay'),
  amount: sumField,
  currency: z.enum(['UAH', 'USD', 'EUR']),
  description: z.string().check(z.minLength(1)),
  order_id: z.string().check(z.minLength(1), z.maxLength(255)),
  expired_date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)),
  language: z.enum(['uk', 'en']),
  result_url: z.url().check(z.maxLength(510)),
  server_url: z.url().check(z.maxLength(510)),
});
const requestSchema = z.union([
  z.strictObject({ ...common, action: z.literal('status'), order_id: z.string() }),
  z.strictObject({ ...common, action: z.literal('refund'), order_id: z.string(), amount: sumField }),
]);

const statuses = {
  waiting: 'prepared',
  paid: 'success',
  refused: 'failure',
  expired: 'failure',
  returned: 'reversed',
} as const;

function refuse(code: string, description: string): FakeAnswer {
  return jsonAnswer({ result: 'error', code, err_code: code, err_description: description, status: 'error' });
}

/** A server that speaks the protocol of LiqPay (facts 5.1) and takes nothing that is not signed or not in its shape. */
export async function startLiqpayServer(keys: LiqpayKeys, clock: Clock): Promise<LiqpayServer> {
  const { publicKey, privateKey, version } = keys;
  const book = createOrderBook(clock);

  function signatureOf(data: string, key = privateKey): string {
    const hash = createHash(version === 3 ? 'sha1' : 'sha3-256');
    return hash.update(`${key}${data}${key}`).digest('base64');
  }

  function paymentOf(order: FakeOrder): Readonly<Record<string, unknown>> {
    const [mask, bank, phone, name, address] = liqpaySecrets;
    return {
      action: 'pay',
      payment_id: Number(order.reference),
      transaction_id: Number(order.reference),
      status: statuses[order.state],
      version,
      type: 'buy',
      paytype: 'card',
      public_key: publicKey,
      acq_id: 414963,
      order_id: order.orderId,
      liqpay_order_id: `LQ${order.reference}`,
      description: 'Електроенергія',
      sender_phone: phone,
      sender_first_name: name,
      sender_card_mask2: mask,
      sender_card_bank: bank,
      sender_card_type: 'mc',
      ip: address,
      amount: Number(order.amount) / 100,
      currency: order.currency,
      sender_commission: 0,
      receiver_commission: 5.41,
      is_3ds: true,
      create_date: Number(order.at) - 1000,
      end_date: Number(order.at),
      ...(order.state === 'refused' && { err_code: 'limit', err_description: `Ліміт картки ${mask}` }),
      ...(order.state === 'returned' && { refund_date_last: Number(order.at) }),
    };
  }

  function reportWith(orderId: string, facts: Readonly<Record<string, unknown>>, key = privateKey): Callback {
    const payment = { ...paymentOf(book.get(orderId)), ...facts };
    const data = Buffer.from(JSON.stringify(payment)).toString('base64');
    const body = new URLSearchParams({ data, signature: signatureOf(data, key) }).toString();
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: Buffer.from(body) };
  }

  /** What a signed form says; a code of refusal in words otherwise. */
  function open(body: string): { readonly request: unknown } | string {
    const form = new URLSearchParams(body);
    const data = form.get('data') ?? '';
    if (form.get('signature') !== signatureOf(data)) return 'invalid_signature';
    const request: unknown = JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
    const named = z.object({ public_key: z.literal(publicKey), version: z.literal(version) });
    return named.safeParse(request).success ? { request } : 'public_key_not_found';
  }

  function checkout(body: string): FakeAnswer {
    const opened = open(body);
    if (typeof opened === 'string') return { httpStatus: 400, contentType: 'text/html', body: opened };
    const parsed = checkoutSchema.safeParse(opened.request);
    if (!parsed.success) return { httpStatus: 400, contentType: 'text/html', body: String(parsed.error) };
    const { order_id: orderId, currency, result_url: returnUrl, server_url: callbackUrl } = parsed.data;
    const amount = parseMoney(String(parsed.data.amount));
    if (amount === undefined) return { httpStatus: 400, contentType: 'text/html', body: 'amount' };
    book.open({ orderId, amount, currency, returnUrl, callbackUrl });
    return redirectTo(payerPagePath(orderId));
  }

  function request(body: string): FakeAnswer {
    const opened = open(body);
    if (typeof opened === 'string') return refuse(opened, opened);
    const parsed = requestSchema.safeParse(opened.request);
    if (!parsed.success) return refuse('err_missing', String(parsed.error));
    const order = book.find(parsed.data.order_id);
    if (order === undefined) return refuse('payment_not_found', 'Payment not found');
    if (parsed.data.action === 'status') return jsonAnswer({ result: 'ok', ...paymentOf(order) });
    if (order.state !== 'paid') return refuse('payment_not_success', 'Payment is not in success status');
    if (parseMoney(String(parsed.data.amount)) !== order.amount) return refuse('err_amount', 'Amount');
    book.decide(order.orderId, 'returned');
    return jsonAnswer({
      result: 'ok',
      action: 'refund',
      payment_id: Number(order.reference),
      status: 'reversed',
      wait_amount: false,
    });
  }

  const server = await startFakeProvider({
    book,
    name: 'LiqPay',
    report: ({ orderId }) => reportWith(orderId, {}),
    answer({ method, path, headers, body }: FakeProviderRequest) {
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
      if (method !== 'POST' || !isForm) return undefined;
      if (path === '/api/3/checkout') return checkout(body);
      return path === '/api/request' ? request(body) : undefined;
    },
  });
  return { ...server, reportWith };
}
