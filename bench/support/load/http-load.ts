import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The file of an upload call. */
  readonly file?: Uint8Array;
}

export interface LoadOptions {
  /** http://127.0.0.1:port of a server started by this benchmark; other hosts are refused. */
  readonly url: string;
  /** Connections; each sends the next request after the previous answer. */
  readonly connections: number;
  /** Ends after this many requests … */
  readonly requests: number;
  /** … or when aborted; open requests are still answered. */
  readonly until?: AbortSignal;
  /** A lower-case header; answers with it are counted. */
  readonly countHeader?: string;
  /** Requests per second over all connections; absent: as fast as possible. */
  readonly pace?: number;
  readonly next: (index: number) => LoadRequest;
}

export interface LoadResult {
  readonly sent: number;
  readonly perSecond: number;
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers with `countHeader`, by HTTP status. */
  readonly withHeader: Readonly<Record<number, number>>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const boundary = 'end-of-a-part-of-the-form';
const partHead = (names: string) => `--${boundary}\r\nContent-Disposition: form-data; ${names}\r\n\r\n`;

/** The form of an upload. */
function encodeForm(payload: string, file: Uint8Array): Buffer {
  const head = `${partHead('name="payload"')}${payload}\r\n${partHead('name="file"; filename="file"')}`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

function encode({ path, headers = {}, body, file }: LoadRequest, host: string): Buffer {
  const json = JSON.stringify(body);
  const payload = file ? encodeForm(json, file) : Buffer.from(json);
  const type = file ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n${own.join('')}Content-Length: ${payload.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), payload]);
}

const zero = 48;
const headEnd = Buffer.from('\r\n\r\n');
const lengthHeader = Buffer.from('\r\ncontent-length: ');

/** Length in bytes of the answer at the start of the buffer; undefined: its head is incomplete. */
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

/** Sends requests one after the other; `onAnswer` gets status and bytes of a complete answer. */
function createExchange(
  socket: Socket,
  onAnswer: (status: number, answer: Buffer) => void,
  onError: (error: Error) => void,
) {
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
    const answer = received;
    received = Buffer.alloc(0);
    onAnswer(status, answer);
  });
  socket.on('error', onError);
  socket.once('close', () => onError(new Error('the server closed a connection')));
  return (request: Buffer) => socket.write(request);
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Loads a local server over keep-alive connections, with a minimal client that leaves the cores to the server. With a
 * pace, latency is measured from the scheduled time of a request.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(options.url);
  if (hostname !== '127.0.0.1') throw new Error('only a server on this machine is loaded');
  const { until, countHeader } = options;
  const counted = countHeader === undefined ? undefined : `\r\n${countHeader}: `;
  const prepare = (index: number) => encode(options.next(index), hostname);
  // Without an abort signal all requests are prepared in advance.
  const prepared = until === undefined ? options.requests : 0;
  const requests = Array.from({ length: prepared }, (_, index) => prepare(index));
  const latencies = new Float64Array(options.requests);
  const statuses: Record<number, number> = {};
  const withHeader: Record<number, number> = {};
  let sent = 0;
  const started = performance.now();

  function work(): Promise<void> {
    return new Promise((done, failed) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let index = 0;
      let due = 0;
      const send = createExchange(
        socket,
        (status, answer) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (counted !== undefined && answer.subarray(0, answer.indexOf(headEnd)).includes(counted)) {
            withHeader[status] = (withHeader[status] ?? 0) + 1;
          }
          latencies[index] = performance.now() - due;
          next();
        },
        failed,
      );
      function next(): void {
        if (sent >= options.requests || until?.aborted === true) {
          done();
          socket.destroy();
          return;
        }
        index = sent;
        sent += 1;
        const now = performance.now();
        due = options.pace === undefined ? now : started + (index / options.pace) * 1000;
        const request = requests[index] ?? prepare(index);
        if (due - now > 1) setTimeout(send, due - now, request);
        else send(request);
      }
      socket.once('connect', next);
    });
  }

  await Promise.all(Array.from({ length: options.connections }, work));
  const seconds = (performance.now() - started) / 1000;
  const answered = latencies.subarray(0, sent).sort();
  return {
    sent,
    perSecond: sent / seconds,
    statuses,
    withHeader,
    p50: percentile(answered, 0.5),
    p99: percentile(answered, 0.99),
  };
}
