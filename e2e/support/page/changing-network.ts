import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands between a browser and the product. */
export interface ChangingNetwork {
  readonly url: string;
  /** Paths that were asked for, in turn. */
  readonly asked: string[];
  /** Replaces the answer to a path by what this makes of it. */
  readonly rewritten: Map<string, (body: string) => string>;
  /** Paths whose answers are lost on their way back: the product has done what was asked. */
  readonly lost: Set<string>;
  /** Paths that never reach the product. */
  readonly cut: Set<string>;
  close(): Promise<void>;
}

/** A network in front of the product that loses answers and brings new builds. */
export async function openChangingNetwork(productUrl: string): Promise<ChangingNetwork> {
  const asked: string[] = [];
  const rewritten: ChangingNetwork['rewritten'] = new Map();
  const lost = new Set<string>();
  const cut = new Set<string>();

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = new URL(incoming.url ?? '/', productUrl).pathname;
    asked.push(path);
    if (cut.has(path)) {
      outgoing.destroy();
      return;
    }
    const change = rewritten.get(path);
    const headers = { ...incoming.headers };
    if (change) {
      // Whole, and not "unchanged".
      headers['accept-encoding'] = 'identity';
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const onward = request(
      productUrl + incoming.url,
      { method: incoming.method ?? 'GET', headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          if (lost.has(path)) {
            outgoing.destroy();
            return;
          }
          const whole = Buffer.concat(parts);
          const body = change ? Buffer.from(change(whole.toString('utf8'))) : whole;
          const { 'transfer-encoding': _, ...kept } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': body.length }).end(body);
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  const server = createServer(pass);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    rewritten,
    lost,
    cut,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
