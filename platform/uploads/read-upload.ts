import fastifyMultipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Maximum size of the JSON field, bytes; what frames the parts is much less. */
const maxPayloadBytes = 64 * 1024;

const statusOfReason = {
  tooLarge: 413,
  payloadTooLarge: 413,
  missingFile: 400,
  malformed: 400,
  notMultipart: 415,
} as const;

/** An upload that can't be taken. A connection that ends early is `malformed`. */
export class UploadError extends Error {
  readonly reason: keyof typeof statusOfReason;
  readonly statusCode: number;

  constructor(reason: UploadError['reason'], cause?: unknown) {
    super(`upload refused: ${reason}`, { cause });
    this.reason = reason;
    this.statusCode = statusOfReason[reason];
  }
}

/** A request whose JSON has arrived and whose file has not been read. */
export interface Upload {
  readonly payload: unknown;
  /**
   * Collects the file, at most `maxBytes`.
   * @throws UploadError when it is too large, missing, broken off or followed by anything.
   */
  readFile(): Promise<Buffer<ArrayBuffer>>;
}

/** Lets the routes of this scope take uploads, and nothing else. */
export async function acceptUploadsOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await acceptUploads(scope);
}

/** Bytes of a request that are read at most, by the rules of its call. */
const boundOf = new WeakMap<FastifyRequest, number>();

/** Whether the request announces more than is read: its connection ends with the answer. */
function isCut(request: FastifyRequest): boolean {
  return Number(request.headers['content-length']) > (boundOf.get(request) ?? Number.POSITIVE_INFINITY);
}

/** A client that sends nothing meanwhile is waiting for the answer. */
const dropMs = 500;

/** Drops what comes, up to the bound and for a moment: a client that still sends would lose the answer with the connection. */
function dropUntilBound({ raw }: FastifyRequest, bound: number): Promise<void> {
  return new Promise((resolve) => {
    let left = bound;
    raw.unpipe();
    raw.on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) resolve();
    });
    for (const event of ['end', 'close'] as const) raw.once(event, () => resolve());
    setTimeout(resolve, dropMs).unref();
    raw.resume();
  });
}

/** Lets the routes of this scope take uploads beside JSON. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
  scope.addHook('onSend', async (request, reply) => {
    const bound = boundOf.get(request);
    if (bound === undefined || !isCut(request)) return;
    reply.header('connection', 'close');
    if (!request.raw.readableEnded && !request.raw.destroyed) await dropUntilBound(request, bound);
  });
}

function parseJson(request: FastifyRequest, text: string): Promise<unknown> {
  const parse = request.server.getDefaultJsonParser('error', 'error');
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, body?: unknown) => (error ? reject(error) : resolve(body));
    void parse(request, text, done);
  });
}

/**
 * Reads the JSON of an upload: multipart/form-data with the field `payload`, then one file `file`. The file stays unread
 * until `readFile`, so that the caller is checked first; nothing is written to disk.
 * @throws UploadError or the parser's error (400) when the first part is not the field with JSON.
 */
export async function openUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
): Promise<Upload> {
  if (!request.isMultipart()) throw new UploadError('notMultipart');
  const { raw } = request;
  const bound = maxBytes + 2 * maxPayloadBytes;
  boundOf.set(request, bound);
  const limits = { fields: 1, files: 1, fileSize: maxBytes, fieldSize: maxPayloadBytes };
  const parts = request.parts({ limits });

  async function nextPart(): Promise<Multipart | undefined> {
    try {
      const { done, value } = await parts.next();
      return done ? undefined : value;
    } catch (error) {
      throw new UploadError('malformed', error);
    }
  }

  // What was not read is dropped, so that the client can finish sending and read the answer; of an endless request no more
  // than an allowed one may have.
  reply.raw.once('finish', () => {
    if (raw.readableEnded || raw.destroyed) return;
    let left = bound;
    raw.unpipe();
    raw.on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) raw.destroy();
    });
    raw.resume();
  });

  async function collect(
    file: AsyncIterable<Buffer> & { readonly truncated: boolean },
  ): Promise<Buffer<ArrayBuffer>> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of file) {
        if (file.truncated) break;
        chunks.push(chunk);
      }
    } catch (error) {
      throw new UploadError('malformed', error);
    }
    if (file.truncated) throw new UploadError('tooLarge');
    return Buffer.concat(chunks);
  }

  const first = await nextPart();
  if (first?.type !== 'field' || first.fieldname !== 'payload') throw new UploadError('malformed');
  if (first.valueTruncated) throw new UploadError('payloadTooLarge');
  // A part that says that it is JSON comes parsed.
  const { value } = first;
  return {
    payload: typeof value === 'string' ? await parseJson(request, value) : value,
    async readFile() {
      if (isCut(request)) throw new UploadError('tooLarge');
      const part = await nextPart();
      if (part === undefined) throw new UploadError('missingFile');
      if (part.type !== 'file' || part.fieldname !== 'file') throw new UploadError('malformed');
      const content = await collect(part.file);
      if ((await nextPart()) !== undefined) throw new UploadError('malformed');
      return content;
    },
  };
}
