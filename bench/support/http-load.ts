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

/** Sends one request and resolves with the status once the whole answer has arrived. */
function exchange(socket: Socket, request: Buffer): Promise<number> {
  return new Promise((done, failed) => {
    let received: Buffer = Buffer.alloc(0);
    let needed = -1;
    let status = 0;
    function finish(error?: Error): void {
      socket.off('data', take);
      socket.off('error', finish);
      if (error) failed(error);
      else done(status);
    }
    function take(chunk: Buffer): void {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (needed < 0) {
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = received.toString('latin1', 0, end);
        status = Number(head.slice(9, 12));
        const length = /\r\ncontent-length: (\d+)/i.exec(head);
        if (!length) {
          finish(new Error(`an answer without a length: ${head}`));
          return;
        }
        needed = end + 4 + Number(length[1]);
      }
      if (received.length >= needed) finish();
    }
    socket.on('data', take);
    socket.on('error', finish);
    socket.write(request);
  });
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

  async function work(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise<void>((done, failed) => socket.once('connect', done).once('error', failed));
    while (sent < options.requests) {
      const index = sent;
      sent += 1;
      let due = performance.now();
      if (options.pace !== undefined) {
        due = started + (index / options.pace) * 1000;
        const wait = due - performance.now();
        if (wait > 1) await new Promise((done) => setTimeout(done, wait));
      }
      const status = await exchange(socket, requests[index] ?? Buffer.alloc(0));
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies[index] = performance.now() - due;
    }
    socket.destroy();
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
