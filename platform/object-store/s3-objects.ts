import type { Instant } from '#domain/time/instant.ts';
import { checkObjectName, type ObjectStore } from './object-store.ts';

export interface S3Place {
  readonly bucket: string;
  /** '' or with `/` at its end. */
  readonly prefix: string;
  /** Address of a storage that is not Amazon's; absent: Amazon's. */
  readonly endpoint: string | undefined;
  /** Absent: as the AWS tools know it. */
  readonly region: string | undefined;
}

/** Objects of a bucket; credentials as the AWS tools read them (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, a role). */
export async function createS3Objects({ bucket, prefix, endpoint, region }: S3Place): Promise<ObjectStore> {
  // Read when it is needed: 20 MB of sources.
  const {
    S3Client,
    PutObjectCommand,
    GetObjectCommand,
    DeleteObjectCommand,
    paginateListObjectsV2,
    NoSuchKey,
  } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    maxAttempts: 5,
    ...(region !== undefined && { region }),
    // Other storages know a bucket by path, and not all of them the newer checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: region ?? 'us-east-1' }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  function keyOf(name: string): { Bucket: string; Key: string } {
    checkObjectName(name);
    return { Bucket: bucket, Key: `${prefix}${name}` };
  }
  return {
    address: `s3://${bucket}/${prefix}`,
    async put(name, content) {
      await client.send(new PutObjectCommand({ ...keyOf(name), Body: content }));
    },
    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(keyOf(name)));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async *list(from) {
      for await (const page of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: `${prefix}${from}` },
      )) {
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const changedAt = (LastModified?.getTime() ?? 0) as Instant;
          yield { name: Key.slice(prefix.length), byteCount: Size, changedAt };
        }
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(keyOf(name)));
    },
  };
}
