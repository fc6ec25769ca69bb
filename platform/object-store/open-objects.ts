import { createFolderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Objects } from './s3-objects.ts';

export interface S3Settings {
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
}

const s3Shape = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(.*)$/;

/** Whether a text is the path of a folder or the address of a bucket. */
export function isObjectAddress(text: string): boolean {
  return text !== '' && (s3Shape.test(text) || !/^[a-z0-9]+:\/\//.test(text));
}

/**
 * The objects of an address: the path of a folder, or `s3://bucket/prefix`. Nothing is opened before its first use. @throws Error with a
 * sentence for an address that is neither.
 */
export function openObjects(address: string, { endpoint, region }: S3Settings = {}): ObjectStore {
  const [, bucket, path = ''] = s3Shape.exec(address) ?? [];
  if (bucket !== undefined) {
    const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
    return createS3Objects({ bucket, prefix, endpoint, region });
  }
  if (!isObjectAddress(address)) throw new Error(`${address} is neither a folder nor s3://bucket/prefix.`);
  return createFolderObjects(address);
}
