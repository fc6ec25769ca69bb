import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { formatMessage } from '#contract/messages/format-message.ts';
import { newId } from '#platform/uuid.ts';

const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what is no HTTP request, or has headers beyond measure: with the same form and headers as every failure. What is
 * wrong with it is not said, and nothing of it is kept.
 */
export function answerUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusOfError[error.code ?? ''] ?? 400;
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
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
    socket.end(Buffer.concat([Buffer.from(`${[statusLine, ...lines].join('\r\n')}\r\n\r\n`), body]));
  };
}
