import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  readonly path: string;
  readonly body: unknown;
}

export interface LoadOptions {
  /** http://127.0.0.1:port of a server started by this benchmark; nothing else is ever loaded. */
  readonly url: string;
  /** Connections that each send the next request when the last one is answered. */
  readonly connections: number;
  /** Ends when so many requests were sent. */
  readonly requests: number;
  /** Requests per second over all connections; absent: as fast as answers come. */
  readonly pace?: number;
  readonly next: (index: number) => LoadRequest;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

function encode({ path, body }: LoadRequest, host: string): Buffer {
  const payload = JSON.stringify(body);
  const length = Buffer.byteLength(payload);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${payload}`,
  );
}

const zero = 48;
const headEnd = Buffer.from('\r\n\r\n');
const lengthHeader = Buffer.from('\r\ncontent-length: ');

/** How many bytes an answer has that begins here; undefined: its head has not arrived whole. */
function answerLength(received: Buffer): number | undefined {
  const end = received.indexOf(headEnd);
  if (end < 0) return undefined;
  const at = received.indexOf(lengthHeader);
  if (at < 0 || at > end)
    throw new Error(`an answer without a length: ${received.toString('latin1', 0, end)}`);
  let length = 0;
  for (let index = at + lengthHeader.length; received[index] !== 13; index++) {
    length = length * 10 + (received[index] ?? zero) - zero;
  }
  return end + headEnd.length + length;
}

/** Sends one request after the other; `onStatus` hears the status once the whole answer has arrived. */
function createExchange(socket: Socket, onStatus: (status: number) => void, onError: (error: Error) => void) {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const needed = answerLength(received);
    if (needed === undefined || received.length < needed) return;
    const status =
      ((received[9] ?? zero) - zero) * 100 +
      ((received[10] ?? zero) - zero) * 10 +
      (received[11] ?? zero) -
      zero;
    received = Buffer.alloc(0);
    onStatus(status);
  });
  socket.on('error', onError);
  return (request: Buffer) => socket.write(request);
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Loads a server on this machine over kept connections, with a client so lean that it leaves the cores to what is
 * measured. With a pace, latency is counted from the moment at which a request was due.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(options.url);
  if (hostname !== '127.0.0.1') throw new Error('only a server on this machine is loaded');
  const requests = Array.from({ length: options.requests }, (_, index) =>
    encode(options.next(index), hostname),
  );
  const latencies = new Float64Array(options.requests);
  const statuses: Record<number, number> = {};
  let sent = 0;
  const started = performance.now();

  function work(): Promise<void> {
    return new Promise((done, failed) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let index = 0;
      let due = 0;
      const send = createExchange(
        socket,
        (status) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
          latencies[index] = performance.now() - due;
          next();
        },
        failed,
      );
      function next(): void {
        if (sent >= options.requests) {
          socket.destroy();
          done();
          return;
        }
        index = sent;
        sent += 1;
        const now = performance.now();
        due = options.pace === undefined ? now : started + (index / options.pace) * 1000;
        const request = requests[index] ?? Buffer.alloc(0);
        if (due - now > 1) setTimeout(send, due - now, request);
        else send(request);
      }
      socket.once('connect', next);
    });
  }

  await Promise.all(Array.from({ length: options.connections }, work));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort();
  return {
    perSecond: options.requests / seconds,
    statuses,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}
