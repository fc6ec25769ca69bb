import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { moneyToWire } from '#domain/money.ts';
import type { Callback } from '../payment-gateway.ts';
import type { FakeOrder, OrderBook } from './order-book.ts';

/** How a provider fails: no answer, a cut connection, an answer of another kind. */
export type ProviderFault = 'silent' | 'cut' | 'http500' | 'http503' | 'http429' | 'garbage' | 'otherJson';

export const faults: readonly ProviderFault[] = [
  'silent',
  'cut',
  'http500',
  'http503',
  'http429',
  'garbage',
  'otherJson',
];

export interface FakeProviderRequest {
  readonly method: string;
  /** Without what follows a question mark. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** As it came, for a signature is over it. */
  readonly body: string;
}

export interface FakeAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in JSON. */
export function jsonAnswer(body: unknown, httpStatus = 200): FakeAnswer {
  return { httpStatus, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

/** An answer that sends the browser on. */
export function redirectTo(location: string): FakeAnswer {
  return { httpStatus: 303, contentType: 'text/plain', body: '', headers: { location } };
}

export interface FakeProvider {
  /** Without a slash at its end. */
  readonly url: string;
  readonly book: OrderBook;
  /** What it was asked, oldest first; without the pages of payers. */
  readonly requests: readonly FakeProviderRequest[];
  /** Its answer until changed; undefined: the correct one. Pages of payers work on. */
  makeTrouble(fault: ProviderFault | undefined): void;
  /** The same, but only once a request of this path has been answered. */
  makeTroubleAfter(path: string, fault: ProviderFault): void;
  close(): Promise<void>;
}

export interface FakeProtocol {
  readonly book: OrderBook;
  /** How the page names itself. */
  readonly name: string;
  readonly answer: (request: FakeProviderRequest) => FakeAnswer | undefined;
  /** What is reported to the supplier of an order as it stands. */
  readonly report: (order: FakeOrder) => Callback;
  /** How the payer's browser goes back, when it brings the report itself; absent: the provider reports, then redirects. */
  readonly sendBack?: (order: FakeOrder) => FakeAnswer;
}

/** Below the address of the fake server: where a payer pays an order. */
export function payerPagePath(orderId: string): string {
  return `/payer/${encodeURIComponent(orderId)}`;
}

function troubled(fault: ProviderFault): FakeAnswer {
  if (fault === 'http429') return { ...jsonAnswer({}, 429), headers: { 'retry-after': '7' } };
  if (fault === 'otherJson') return jsonAnswer([{ unexpected: true }]);
  const httpStatus = { http500: 500, http503: 503 }[fault as string] ?? 200;
  return { httpStatus, contentType: 'text/html', body: '<html><body>Сервіс недоступний</body></html>' };
}

function payerPage(name: string, order: FakeOrder): FakeAnswer {
  const sum = `${moneyToWire(order.amount)} ${order.currency}`;
  const buttons =
    order.state === 'waiting'
      ? `<form method="post"><button name="decision" value="paid">Сплатити</button>
<button name="decision" value="refused">Відхилити</button></form>`
      : `<p><a href="${order.returnUrl.replaceAll('&', '&amp;')}">Повернутися</a></p>`;
  const body = `<!doctype html><html lang="uk"><head><meta charset="utf-8"><title>${name}</title></head>
<body><main><h1>${name}</h1><p>${order.orderId}: ${sum}</p>${buttons}</main></body></html>`;
  return { httpStatus: 200, contentType: 'text/html; charset=utf-8', body };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { httpStatus, contentType, body, headers }: FakeAnswer): void {
  response.writeHead(httpStatus, { 'content-type': contentType, ...headers });
  response.end(body);
}

/** Tells the supplier of an order, as the provider does; an answer that does not come is lost. */
async function deliver(callbackUrl: string, { headers, body }: Callback): Promise<void> {
  const sent = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  await fetch(callbackUrl, { method: 'POST', headers: sent, body: body.toString('utf8') }).catch(
    () => undefined,
  );
}

/**
 * A fake provider on a port of its own at 127.0.0.1. `answer` speaks its protocol; undefined: 404. A payer's page at
 * `payerPagePath` pays or refuses in a browser, reports as the provider does, and sends the payer back.
 */
export async function startFakeProvider({
  book,
  name,
  answer,
  report,
  sendBack,
}: FakeProtocol): Promise<FakeProvider> {
  const requests: FakeProviderRequest[] = [];
  let fault: ProviderFault | undefined;
  let later: { readonly path: string; readonly fault: ProviderFault } | undefined;

  async function payer({ method, body }: FakeProviderRequest, order: FakeOrder): Promise<FakeAnswer> {
    if (method !== 'POST') return payerPage(name, order);
    const decision = new URLSearchParams(body).get('decision');
    if (order.state === 'waiting') book.decide(order.orderId, decision === 'paid' ? 'paid' : 'refused');
    if (sendBack !== undefined) return sendBack(order);
    await deliver(order.callbackUrl, report(order));
    return redirectTo(order.returnUrl);
  }

  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const request = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body: await readBody(incoming),
    };
    const [, orderId] = /^\/payer\/([^/]+)$/.exec(pathname) ?? [];
    const order = orderId === undefined ? undefined : book.find(decodeURIComponent(orderId));
    if (order !== undefined) return send(response, await payer(request, order));
    requests.push(request);
    if (fault === 'silent') return;
    if (fault === 'cut') return void incoming.socket.destroy();
    const nothing = { httpStatus: 404, contentType: 'text/plain', body: 'not found' };
    send(response, fault === undefined ? (answer(request) ?? nothing) : troubled(fault));
    if (later?.path === pathname) fault = later.fault;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the fake server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    book,
    requests,
    makeTrouble: (next) => {
      fault = next;
      later = undefined;
    },
    makeTroubleAfter: (path, next) => {
      later = { path, fault: next };
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
