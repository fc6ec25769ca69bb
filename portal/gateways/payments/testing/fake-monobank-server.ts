import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as z from 'zod/mini';
import { kopiykas } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
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
export const monobankSecrets = ['444403******1902', 'Універсал', 'wallet-of-olena'];

export interface MonobankServer extends FakeProvider {
  /** From now on another key signs and is answered by /pubkey. */
  rotateKey(): void;
  /** The report of an order with more facts in it, signed with the bank's key or another. */
  reportWith(orderId: string, facts: Readonly<Record<string, unknown>>, key?: KeyObject): Callback;
  /** Signs any body as the bank does. */
  sign(body: Buffer, key?: KeyObject): Callback;
  /** How often the key was asked for. */
  keyQuestions(): number;
}

const createSchema = z.strictObject({
  amount: z.int().check(z.gt(0)),
  ccy: z.literal(980),
  merchantPaymInfo: z.strictObject({
    reference: z.string().check(z.minLength(1)),
    destination: z.string().check(z.maxLength(280)),
  }),
  redirectUrl: z.url(),
  webHookUrl: z.url(),
  validity: z.int(),
  paymentType: z.literal('debit'),
});

const cancelSchema = z.strictObject({ invoiceId: z.string(), extRef: z.string() });

const numbers: Readonly<Record<string, number>> = { UAH: 980, USD: 840, EUR: 978 };
const statuses = {
  waiting: 'created',
  paid: 'success',
  refused: 'failure',
  expired: 'expired',
  returned: 'reversed',
} as const;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(httpStatus: number, errCode: string): FakeAnswer {
  return jsonAnswer({ errCode, errText: `refused: ${errCode}` }, httpStatus);
}

/** An invoice as the bank writes it, with all that it says of cards. */
function invoiceOf(order: FakeOrder, createdAt: string): Readonly<Record<string, unknown>> {
  const [, secretBank, wallet] = monobankSecrets;
  const paid = order.state === 'paid' || order.state === 'returned';
  return {
    invoiceId: order.reference,
    status: statuses[order.state],
    ...(order.state === 'refused' && { failureReason: 'Недостатньо коштів', errCode: '59' }),
    amount: Number(order.amount),
    ccy: numbers[order.currency],
    ...(order.state === 'paid' && { finalAmount: Number(order.amount) }),
    ...(order.state === 'returned' && { finalAmount: 0 }),
    createdDate: createdAt,
    modifiedDate: instantToIso(order.at),
    reference: order.orderId,
    destination: 'Електроенергія',
    ...(paid && {
      paymentInfo: {
        maskedPan: monobankSecrets[0],
        approvalCode: '662476',
        rrn: '060189181768',
        tranId: '13194036',
        terminal: 'MI001088',
        bank: secretBank,
        paymentSystem: 'visa',
        paymentMethod: 'monobank',
        fee: 560,
        country: '804',
      },
      walletData: { cardToken: wallet, walletId: wallet, status: 'created' },
    }),
  };
}

/** A server that speaks the protocol of monobank's acquiring (facts 5.2) and takes nothing that is not in its shape. */
export async function startMonobankServer(token: string, clock: Clock): Promise<MonobankServer> {
  const book = createOrderBook(clock);
  const createdAt = instantToIso(clock.now());
  const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  let keys = makeKeys();
  let keyQuestions = 0;
  let ownUrl = '';

  function create(body: unknown): FakeAnswer {
    const parsed = createSchema.safeParse(body);
    if (!parsed.success) return refuse(400, 'BAD_REQUEST');
    const { amount, merchantPaymInfo, redirectUrl, webHookUrl } = parsed.data;
    const orderId = merchantPaymInfo.reference;
    // The bank makes a new invoice for every request, also of the same reference: the payer sees the first alone.
    const { reference } = book.open({
      orderId,
      amount: kopiykas(amount),
      currency: 'UAH',
      returnUrl: redirectUrl,
      callbackUrl: webHookUrl,
      reference: `p2_${newId().replaceAll('-', '').slice(-12)}`,
    });
    return jsonAnswer({ invoiceId: reference, pageUrl: `${ownUrl}${payerPagePath(orderId)}` });
  }

  function cancel(body: unknown): FakeAnswer {
    const parsed = cancelSchema.safeParse(body);
    if (!parsed.success) return refuse(400, 'BAD_REQUEST');
    const order = book.findByReference(parsed.data.invoiceId);
    if (order === undefined) return refuse(404, 'INVOICE_NOT_FOUND');
    if (order.state !== 'paid') return refuse(400, 'INVOICE_STATUS');
    book.decide(order.orderId, 'returned');
    const moment = instantToIso(order.at);
    return jsonAnswer({ status: 'success', createdDate: moment, modifiedDate: moment });
  }

  function answer({ method, path, query, headers, body }: FakeProviderRequest): FakeAnswer | undefined {
    if (headers['x-token'] !== token) return refuse(403, 'FORBIDDEN');
    if (method === 'GET' && path === '/api/merchant/pubkey') {
      keyQuestions += 1;
      const pem = keys.publicKey.export({ type: 'spki', format: 'pem' });
      return jsonAnswer({ key: Buffer.from(pem).toString('base64') });
    }
    if (method === 'GET' && path === '/api/merchant/invoice/status') {
      const order = book.findByReference(query.get('invoiceId') ?? '');
      return order === undefined ? refuse(404, 'INVOICE_NOT_FOUND') : jsonAnswer(invoiceOf(order, createdAt));
    }
    if (method !== 'POST') return undefined;
    if (path === '/api/merchant/invoice/create') return create(parse(body));
    if (path === '/api/merchant/invoice/cancel') return cancel(parse(body));
    return undefined;
  }

  function signed(body: Buffer, key: KeyObject = keys.privateKey): Callback {
    const xSign = sign('sha256', body, { key, dsaEncoding: 'der' }).toString('base64');
    return { headers: { 'content-type': 'application/json', 'x-sign': xSign }, body };
  }

  function report(order: FakeOrder): Callback {
    return signed(Buffer.from(JSON.stringify(invoiceOf(order, createdAt), null, 1)));
  }

  const server = await startFakeProvider({ book, name: 'monobank', answer, report });
  ownUrl = server.url;
  return {
    ...server,
    rotateKey() {
      keys = makeKeys();
    },
    reportWith: (orderId, facts, key) =>
      signed(Buffer.from(JSON.stringify({ ...invoiceOf(book.get(orderId), createdAt), ...facts })), key),
    sign: signed,
    keyQuestions: () => keyQuestions,
  };
}
