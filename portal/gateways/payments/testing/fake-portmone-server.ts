import * as z from 'zod/mini';
import { moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { kyivTimeOf } from '#domain/time/kyiv.ts';
import { formatDate } from '#domain/time/local-date.ts';
import type { Clock } from '#platform/clock.ts';
import type { Callback } from '../payment-gateway.ts';
import { signOrder } from '../portmone/portmone-gateway.ts';
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
export const portmoneSecrets = ['444433******1111', 'olena@example.test', 'token-of-a-card'];

export interface PortmonePayee {
  readonly payeeId: string;
  readonly login: string;
  readonly password: string;
  readonly key: string;
}

export interface PortmoneServer extends FakeProvider {
  /** What a payer's browser brings back of an order as it stands. */
  reportWith(orderId: string): Callback;
  /** The same with any fields: nothing of it is signed. */
  browserReport(fields: Readonly<Record<string, string>>): Callback;
  /** From now on these are the tries of the order, instead of the one of the books. */
  setTries(orderId: string, tries: readonly Readonly<Record<string, unknown>>[]): void;
}

const linkSchema = z.strictObject({
  method: z.literal('createLinkPayment'),
  payee: z.strictObject({
    payeeId: z.string(),
    login: z.string(),
    dt: z.string().check(z.regex(/^\d{14}$/)),
    signature: z.string(),
    shopSiteId: z.string(),
  }),
  order: z.strictObject({
    description: z.string().check(z.maxLength(250)),
    shopOrderNumber: z.string().check(z.minLength(1)),
    billAmount: z.string().check(z.regex(/^\d+\.\d{2}$/)),
    billCurrency: z.literal('UAH'),
    attribute1: z.string(),
    successUrl: z.url(),
    failureUrl: z.url(),
    preauthFlag: z.literal('N'),
    encoding: z.literal('UTF-8'),
  }),
  payer: z.strictObject({ lang: z.literal('uk'), emailAddress: z.string(), showEmail: z.literal('N') }),
});

const payeeFields = { login: z.string(), password: z.string(), payeeId: z.string() };
const queryFields = { ...payeeFields, shopOrderNumber: z.string() };
const resultSchema = z.strictObject({
  method: z.literal('result'),
  params: z.strictObject({ data: z.strictObject(queryFields) }),
  id: z.literal('1'),
});
const returnSchema = z.strictObject({
  method: z.literal('return'),
  params: z.strictObject({
    data: z.strictObject({
      ...queryFields,
      returnAmount: z.string().check(z.regex(/^\d+\.\d{2}$/)),
      message: z.string(),
    }),
  }),
  id: z.literal('1'),
});

const statuses = {
  waiting: 'CREATED',
  paid: 'PAYED',
  refused: 'REJECTED',
  expired: 'REJECTED',
  returned: 'RETURN',
} as const;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(errorCode: string): FakeAnswer {
  return jsonAnswer({ errorCode, error: 'Помилка авторизації' });
}

/** "20.11.2026 12:00:00" by the Kyiv clock. */
function payDate({ at }: FakeOrder): string {
  const { date, hour, minute } = kyivTimeOf(at);
  const second = Math.floor(at / 1000) % 60;
  const time = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
  return `${formatDate(date)} ${time}`;
}

/** One try as Portmone tells it, with all that it says of cards and persons. */
function tryOf(order: FakeOrder): Readonly<Record<string, unknown>> {
  const [cardMask, emailAddress, token] = portmoneSecrets;
  const refused = order.state === 'refused' || order.state === 'expired';
  return {
    description: 'Електроенергія',
    status: statuses[order.state],
    billAmount: Number(moneyToWire(order.amount)),
    billCurrency: order.currency,
    shopBillId: order.reference,
    shopOrderNumber: order.orderId,
    attribute1: '2390001111',
    attribute4: emailAddress,
    pay_date: order.state === 'waiting' ? '' : payDate(order),
    errorCode: refused ? '3000' : '0',
    errorMessage: refused ? 'Відмова банку' : '',
    authCode: order.state === 'paid' ? '123456' : '',
    cardMask,
    token,
    gateType: 'GPAY',
  };
}

/** A server that speaks the JSON of Portmone's gateway (facts 5.4) and takes nothing that is not in its shape. */
export async function startPortmoneServer(payee: PortmonePayee, clock: Clock): Promise<PortmoneServer> {
  const book = createOrderBook(clock);
  const triesByOrder = new Map<string, readonly Readonly<Record<string, unknown>>[]>();
  let ownUrl = '';

  function createLink({ payee: given, order }: z.infer<typeof linkSchema>): FakeAnswer {
    const { shopOrderNumber, billAmount } = order;
    const { payeeId, login } = payee;
    const signature = signOrder(payee.key, { payeeId, login, dt: given.dt, shopOrderNumber, billAmount });
    if (given.payeeId !== payeeId || given.login !== login || given.signature !== signature)
      return refuse('1');
    book.open({
      orderId: shopOrderNumber,
      amount: parseMoney(billAmount) ?? zeroMoney,
      currency: 'UAH',
      returnUrl: order.successUrl,
      callbackUrl: order.successUrl,
    });
    return jsonAnswer({
      errorCode: '0',
      error: '',
      linkPayment: `${ownUrl}${payerPagePath(shopOrderNumber)}`,
    });
  }

  function isPayee(given: { readonly login: string; readonly password: string; readonly payeeId: string }) {
    const { login, password, payeeId } = payee;
    return given.login === login && given.password === password && given.payeeId === payeeId;
  }

  function triesOf(orderId: string): readonly Readonly<Record<string, unknown>>[] {
    const order = book.find(orderId);
    return triesByOrder.get(orderId) ?? (order === undefined ? [] : [tryOf(order)]);
  }

  function giveBack(orderId: string, sum: string): FakeAnswer {
    const order = book.find(orderId);
    if (order?.state !== 'paid' || moneyToWire(order.amount) !== sum) return refuse('7');
    book.decide(orderId, 'returned');
    return jsonAnswer([tryOf(order)]);
  }

  function answer({ method, path, body }: FakeProviderRequest): FakeAnswer | undefined {
    if (method !== 'POST' || path !== '/gateway/') return undefined;
    const payload = parse(body);
    const link = linkSchema.safeParse(payload);
    if (link.success) return createLink(link.data);
    const result = resultSchema.safeParse(payload);
    if (result.success) {
      const { data } = result.data.params;
      return isPayee(data) ? jsonAnswer(triesOf(data.shopOrderNumber)) : refuse('1');
    }
    const refund = returnSchema.safeParse(payload);
    if (!refund.success) return refuse('4');
    const { data } = refund.data.params;
    return isPayee(data) ? giveBack(data.shopOrderNumber, data.returnAmount) : refuse('1');
  }

  function browserReport(fields: Readonly<Record<string, string>>): Callback {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { headers, body: Buffer.from(new URLSearchParams(fields).toString()) };
  }

  const fieldsOf = (order: FakeOrder) => ({
    SHOPORDERNUMBER: order.orderId,
    SHOPBILLID: order.reference,
    BILL_AMOUNT: moneyToWire(order.amount),
    APPROVALCODE: order.state === 'paid' ? '123456' : '',
    RESULT: order.state === 'paid' ? '0' : '3000',
  });

  /** The payer's browser posts the report itself, from a page of Portmone. */
  function sendBack(order: FakeOrder): FakeAnswer {
    const inputs = Object.entries(fieldsOf(order)).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    const body = `<!doctype html><html lang="uk"><head><meta charset="utf-8"><title>Portmone</title></head>
<body><form method="post" action="${order.returnUrl.replaceAll('&', '&amp;')}">${inputs.join('')}
<button>Повернутися</button></form><script>document.forms[0].submit()</script></body></html>`;
    return { httpStatus: 200, contentType: 'text/html; charset=utf-8', body };
  }

  const server = await startFakeProvider({
    book,
    name: 'Portmone',
    answer,
    report: (order) => browserReport(fieldsOf(order)),
    sendBack,
  });
  ownUrl = server.url;
  return {
    ...server,
    browserReport,
    reportWith: (orderId) => browserReport(fieldsOf(book.get(orderId))),
    setTries: (orderId, tries) => void triesByOrder.set(orderId, tries),
  };
}
