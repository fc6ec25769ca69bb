import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface StandInRequest {
  readonly method: string;
  /** Below the stand-in's own address. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface StandInAnswer {
  readonly httpStatus: number;
  /** A text goes out as HTML, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a stand-in does instead of answering: the connection is cut, or nothing ever comes. */
export type Trouble = StandInAnswer | 'cut' | 'silence';

export interface StandIn {
  /** Without a path: http://127.0.0.1:… */
  readonly url: string;
  /** What was asked so far, as "POST /path". */
  readonly asked: readonly string[];
  /** The next question that is not for a page ends so, instead of being answered. */
  troubleNext(trouble: Trouble): void;
  close(): Promise<void>;
}

/**
 * A provider's stand-in on a port of its own. `answer` speaks the protocol; `page` serves what a payer's browser opens and is
 * never troubled.
 */
export async function startStandIn(handlers: {
  readonly answer: (request: StandInRequest) => Promise<StandInAnswer> | StandInAnswer;
  readonly page: (request: StandInRequest) => Promise<StandInAnswer | undefined> | StandInAnswer | undefined;
}): Promise<StandIn> {
  const troubles: Trouble[] = [];
  const asked: string[] = [];

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', headers } = incoming;
    const url = new URL(incoming.url ?? '/', 'http://stand-in');
    const request = { method, url, headers, body: Buffer.concat(chunks) };
    let decided: Trouble | undefined = await handlers.page(request);
    if (decided === undefined) {
      asked.push(`${method} ${url.pathname}`);
      decided = troubles.shift() ?? (await handlers.answer(request));
    }
    if (decided === 'silence') return;
    if (decided === 'cut') {
      incoming.socket.destroy();
      return;
    }
    const { httpStatus, body = '', headers: more } = decided;
    const isText = typeof body === 'string';
    const contentType = isText ? 'text/html; charset=utf-8' : 'application/json';
    outgoing.writeHead(httpStatus, { 'content-type': contentType, ...more });
    outgoing.end(isText ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the stand-in has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    troubleNext: (trouble) => void troubles.push(trouble),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** A page of a played bank with one button for each decision; `action` is where they are sent. */
export function standInPage(title: string, action: string, sum: string): StandInAnswer {
  const button = (decision: string, words: string) =>
    `<button name="decision" value="${decision}">${words}</button>`;
  return {
    httpStatus: 200,
    body: `<!doctype html><html lang="uk"><title>${title}</title><h1>${title}</h1><p>${sum} грн</p>
<form method="post" action="${action}">${button('paid', 'Сплатити')} ${button('refused', 'Відмовитися')}</form></html>`,
  };
}
