import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '#platform/key-ring.ts';

/** MAC length in bytes: 80 bits, and each guess costs a request. */
const codeBytes = 10;

const codeOf = (secret: Buffer, content: Buffer) =>
  createHmac('sha256', secret).update(content).digest().subarray(0, codeBytes);

/**
 * Token of a link: `<key id>.<content and its MAC>`. It never expires, because links are printed on paper: it ends when its
 * key is dropped.
 */
export function signLink({ current }: KeyRing, content: Buffer): string {
  return `${current.id}.${Buffer.concat([content, codeOf(current.secret, content)]).toString('base64url')}`;
}

/** Content of a token with this many bytes; undefined: the signature is invalid, or its key is not in the ring. */
export function readLink(ring: KeyRing, token: string, bytes: number): Buffer | undefined {
  const [id = '', signed = '', ...rest] = token.split('.');
  const key = ring.find(id);
  const all = Buffer.from(signed, 'base64url');
  // The decoder ignores unknown characters, so only the canonical spelling is accepted.
  const isCanonical = rest.length === 0 && all.toString('base64url') === signed;
  if (key === undefined || !isCanonical || all.length !== bytes + codeBytes) return undefined;
  const content = all.subarray(0, bytes);
  return timingSafeEqual(codeOf(key.secret, content), all.subarray(bytes)) ? content : undefined;
}

/** Converts a UUID to its 16 bytes. */
export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** Converts 16 bytes to a UUID. */
export function uuidOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
