import { createServer, type IncomingMessage } from 'node:http';

export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Undefined: the body is not JSON. */
  readonly body: unknown;
}

export interface ProviderServer {
  readonly url: string;
  close(): Promise<void>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A fake provider on its own port; when `answer` returns undefined the connection is cut. */
export async function startProviderServer(
  answer: (request: ProviderRequest) => { httpStatus: number; body: unknown } | undefined,
): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const decided = answer({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: parse(Buffer.concat(chunks).toString('utf8')),
    });
    if (decided === undefined) {
      request.socket.destroy();
      return;
    }
    const isText = typeof decided.body === 'string';
    response.writeHead(decided.httpStatus, { 'content-type': isText ? 'text/html' : 'application/json' });
    response.end(isText ? decided.body : JSON.stringify(decided.body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the fake server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
