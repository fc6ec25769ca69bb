import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { formatMessage } from '#contract/messages/format-message.ts';
import { tableOf } from '#domain/table-of.ts';
import { newId } from '#platform/uuid.ts';

const statusOfError: Readonly<Record<string, number>> = tableOf({
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
});

type Headers = Readonly<Record<string, string>>;

/** Headers and body of a refusal that bypasses the hooks. */
function refusalOf(headers: Headers) {
  const reference = newId();
  const code = 'common.badRequest';
  const message = formatMessage(code, { reference });
  const body = Buffer.from(JSON.stringify({ status: 'fail', code, message, reference }));
  const head = {
    ...headers,
    'x-reference': reference,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  };
  return { head, body };
}

/** An HTTP/1.1 request without Host, or a request with two. */
class WrongHost extends Error {
  readonly statusCode = 400;

  constructor() {
    super('not one Host header');
  }
}

/** Refuses an HTTP/1.1 request without Host, and one with several (400, RFC 9112), in our failure format. */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, httpVersion } = request.raw;
    const count = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
    const isWrong = count > 1 || (count === 0 && httpVersion === '1.1');
    done(isWrong ? new WrongHost() : undefined);
  });
}

/** Refuses an Expect header other than 100-continue (417), which bypasses the hooks. */
export function refuseExpectations(app: FastifyInstance, headers: Headers): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { head, body } = refusalOf(headers);
    response.writeHead(417, head).end(body);
  });
}

/**
 * Returns a request that is not HTTP or has oversized headers, with the body and headers of every failure. The response
 * does not say what is wrong, and nothing is stored.
 */
export function answerUnreadable(headers: Headers) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusOfError[error.code ?? ''] ?? 400;
    const { head, body } = refusalOf(headers);
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
    socket.end(Buffer.concat([Buffer.from(`${[statusLine, ...lines].join('\r\n')}\r\n\r\n`), body]));
  };
}
