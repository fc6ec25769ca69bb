import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { KeyRing } from '#platform/key-ring.ts';
import { sealHash } from './audit-seals.ts';

const [zip, unzip] = [promisify(gzip), promisify(gunzip)];

const format = 'svitlo-audit-archive';

/** First line of a file. */
const headSchema = z.object({
  format: z.literal(format),
  version: z.literal(1),
  chain: z.string(),
  /** Hash of the seal before the first one, hexadecimal; empty: the chain begins here. */
  before: z.string(),
});

/** Every other line: a seal with its rows, in their order. */
const sealSchema = z.object({
  seal: z.int(),
  first: z.string(),
  last: z.string(),
  rowsBefore: z.string(),
  keyId: z.string(),
  /** Microseconds since 1970. */
  sealedAt: z.string(),
  /** Hexadecimal. */
  hash: z.string(),
  /** Id of a row, and the text that its hash is made of: everything that it says. */
  rows: z.array(z.tuple([z.string(), z.string()])),
});
export type ArchivedSeal = z.infer<typeof sealSchema>;

/** Seals of a chain that follow each other. */
export interface SealFile {
  readonly chain: string;
  readonly before: string;
  readonly seals: readonly ArchivedSeal[];
}

const sha256 = (...parts: readonly (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** SHA-256 of the content of a file. */
export const digestOf = (content: Uint8Array): Buffer => sha256(Buffer.from(content));

/** The content of a file: lines of JSON, compressed by gzip. */
export function encodeSealFile({ chain, before, seals }: SealFile): Promise<Buffer> {
  const lines = [{ format, version: 1, chain, before }, ...seals].map((line) => `${JSON.stringify(line)}\n`);
  return zip(lines.join(''), { level: 9 });
}

/** @throws Error with a sentence when the content is no such file. */
export async function decodeSealFile(content: Uint8Array): Promise<SealFile> {
  try {
    const text = (await unzip(content)).toString('utf8');
    const [head, ...seals] = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const { chain, before } = headSchema.parse(head);
    return { chain, before, seals: seals.map((seal) => sealSchema.parse(seal)) };
  } catch (cause) {
    throw new Error('not a file of the archive, or a damaged one', { cause });
  }
}

/** What is wrong with a seal: its key is not in the ring; it, one of its rows or its place in the chain was changed. */
export interface SealFault {
  readonly kind: 'keyMissing' | 'changed';
  readonly seal: number;
  readonly keyId: string;
}

/** As `sealDigest` and `sealFacts` make it in SQL. */
function digestOfSeal(chain: string, before: string, own: ArchivedSeal): Buffer {
  const hashes = own.rows.map(([, content]) => sha256(content));
  const moment = own.keyId === '' ? [] : [own.sealedAt];
  const facts = [chain, own.seal, own.first, own.last, own.rowsBefore, ...moment].join(' ');
  const ids = own.rows.map(([id]) => id).join(' ');
  const marks = Buffer.concat(hashes.map((hash) => hash.subarray(0, 8)));
  return sha256(Buffer.from(before, 'hex'), facts, ids, marks, sha256(...hashes));
}

/** Recomputes the seals of a file by its content alone; returns the first fault of each seal, [] when all is as it was sealed. */
export function checkSealFile(
  { chain, before, seals }: SealFile,
  keys: KeyRing | undefined,
): readonly SealFault[] {
  const faults: SealFault[] = [];
  let previous: ArchivedSeal | undefined;
  for (const own of seals) {
    const { seal, keyId } = own;
    const key = keys?.find(keyId);
    const follows =
      previous === undefined ||
      (seal === previous.seal + 1 &&
        BigInt(own.first) === BigInt(previous.last) + 1n &&
        BigInt(own.rowsBefore) === BigInt(previous.rowsBefore) + BigInt(previous.rows.length) &&
        (keyId !== '' || previous.keyId === ''));
    if (keyId !== '' && key === undefined) faults.push({ kind: 'keyMissing', seal, keyId });
    else {
      const digest = digestOfSeal(chain, previous?.hash ?? before, own);
      if (!follows || sealHash(key?.secret, digest).toString('hex') !== own.hash)
        faults.push({ kind: 'changed', seal, keyId });
    }
    previous = own;
  }
  return faults;
}
