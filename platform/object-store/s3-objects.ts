import type { Readable } from 'node:stream';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type { Instant } from '#domain/time/instant.ts';
import { cutChunks } from './cut-chunks.ts';
import { checkObjectName, type ObjectStore, StorageUnavailable } from './object-store.ts';

export interface S3Place {
  readonly bucket: string;
  /** '' or with `/` at its end. */
  readonly prefix: string;
  /** Address of a storage that is not Amazon's; absent: Amazon's. */
  readonly endpoint: string | undefined;
  /** Absent: as the AWS tools know it. */
  readonly region: string | undefined;
}

/** The packages are 20 MB of sources: read when they are needed. */
const readPackage = () => import('@aws-sdk/client-s3');

/** Connections and credentials: one client for all places of a storage. */
const clients = new Map<string, Promise<S3Client>>();

async function makeClient({ endpoint, region }: Pick<S3Place, 'endpoint' | 'region'>): Promise<S3Client> {
  const { S3Client } = await readPackage();
  return new S3Client({
    // A call of a storage that hangs ends within 40 s, before its transaction is ended (idle for 120 s).
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, socketTimeout: 10_000 },
    ...(region !== undefined && { region }),
    // Other storages know a bucket by path, and not all of them the newer checksums. The signature covers the content of a write.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: region ?? 'us-east-1' }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function clientOf(place: S3Place): Promise<S3Client> {
  const key = JSON.stringify([place.endpoint, place.region]);
  const known = clients.get(key) ?? makeClient(place);
  clients.set(key, known);
  return known;
}

const statusOf = (error: object): number =>
  Number(Reflect.get(Object(Reflect.get(error, '$metadata')), 'httpStatusCode') ?? 0);

/** A part of a large object: S3 takes 10,000 of at least 5 MiB. */
const PART_BYTES = 16 * 1024 * 1024;

/**
 * Objects of a bucket; credentials as the AWS tools read them (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, a role). Parts
 * of interrupted writes have no name: a rule of the bucket deletes them.
 */
export function createS3Objects(place: S3Place): ObjectStore {
  const { bucket, prefix } = place;
  const address = `s3://${bucket}/${prefix}`;

  function keyOf(name: string): { Bucket: string; Key: string } {
    checkObjectName(name);
    return { Bucket: bucket, Key: `${prefix}${name}` };
  }

  /** @throws StorageUnavailable, whatever the storage or the way to it did. */
  async function use<T>(
    act: (client: S3Client, s3: Awaited<ReturnType<typeof readPackage>>) => Promise<T>,
  ): Promise<T> {
    try {
      return await act(await clientOf(place), await readPackage());
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      const status = statusOf(Object(error));
      throw new StorageUnavailable(`${address}: ${name === 'Error' ? '' : `${name}: `}${message}`, {
        cause: error,
        isRefusal: status >= 400 && status < 500 && status !== 429,
      });
    }
  }

  /** A missing object is undefined; a missing bucket is an error. */
  async function orNone<T>(reading: Promise<T>): Promise<T | undefined> {
    try {
      return await reading;
    } catch (error) {
      const cause = Object(error instanceof StorageUnavailable ? error.cause : undefined);
      if (statusOf(cause) === 404 && Reflect.get(cause, 'name') !== 'NoSuchBucket') return undefined;
      throw error;
    }
  }

  const put = async (name: string, content: Uint8Array): Promise<void> => {
    const key = keyOf(name);
    await use((client, s3) => client.send(new s3.PutObjectCommand({ ...key, Body: content })));
  };

  /** Stores pieces as the parts of one object. */
  async function putParts(name: string, pieces: AsyncIterable<Buffer>): Promise<number> {
    const key = keyOf(name);
    const { UploadId } = await use((client, s3) => client.send(new s3.CreateMultipartUploadCommand(key)));
    const parts: CompletedPart[] = [];
    let byteCount = 0;
    try {
      for await (const piece of pieces) {
        const part = { ...key, UploadId, PartNumber: parts.length + 1 };
        const { ETag } = await use((client, s3) =>
          client.send(new s3.UploadPartCommand({ ...part, Body: piece })),
        );
        parts.push({ ETag, PartNumber: part.PartNumber });
        byteCount += piece.length;
      }
      const upload = { ...key, UploadId, MultipartUpload: { Parts: parts } };
      await use((client, s3) => client.send(new s3.CompleteMultipartUploadCommand(upload)));
    } catch (error) {
      // Not all storages can; then the rule of the bucket does.
      await use((client, s3) => client.send(new s3.AbortMultipartUploadCommand({ ...key, UploadId }))).catch(
        () => undefined,
      );
      throw error;
    }
    return byteCount;
  }

  /** The pages of a listing. */
  async function* pagesOf(from: string) {
    const request = { Bucket: bucket, Prefix: `${prefix}${from}` };
    for (let token: string | undefined; ; ) {
      const page = await use((client, s3) =>
        client.send(new s3.ListObjectsV2Command({ ...request, ContinuationToken: token })),
      );
      yield page.Contents ?? [];
      token = page.NextContinuationToken;
      if (token === undefined) return;
    }
  }

  return {
    address,
    put,
    async write(name, chunks) {
      const pieces = cutChunks(chunks, PART_BYTES);
      const { value: first, done } = await pieces.next();
      if (done || first.length < PART_BYTES) {
        const content = first ?? Buffer.of();
        await put(name, content);
        return content.length;
      }
      return putParts(
        name,
        (async function* () {
          yield first;
          yield* pieces;
        })(),
      );
    },
    async get(name) {
      const key = keyOf(name);
      return orNone(
        use(async (client, s3) => {
          const { Body } = await client.send(new s3.GetObjectCommand(key));
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        }),
      );
    },
    async open(name) {
      const key = keyOf(name);
      const found = await orNone(use((client, s3) => client.send(new s3.GetObjectCommand(key))));
      return found && { stream: found.Body as Readable, byteCount: found.ContentLength ?? 0 };
    },
    async facts(name) {
      const key = keyOf(name);
      const found = await orNone(use((client, s3) => client.send(new s3.HeadObjectCommand(key))));
      if (found === undefined) return undefined;
      const { ContentLength: byteCount = 0, LastModified } = found;
      return { name, byteCount, changedAt: (LastModified?.getTime() ?? 0) as Instant };
    },
    async *list(from) {
      for await (const page of pagesOf(from))
        for (const { Key = '', Size = 0, LastModified } of page) {
          const changedAt = (LastModified?.getTime() ?? 0) as Instant;
          yield { name: Key.slice(prefix.length), byteCount: Size, changedAt };
        }
    },
    async *names(folder) {
      for await (const page of pagesOf(folder))
        if (page.length > 0) yield page.map(({ Key = '' }) => Key.slice(prefix.length));
    },
    async remove(name) {
      const key = keyOf(name);
      await use((client, s3) => client.send(new s3.DeleteObjectCommand(key)));
    },
    removeUnfinished: async () => 0,
    listChangedAt: async () => undefined,
  };
}
