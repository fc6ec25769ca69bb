import { createHmac, timingSafeEqual } from 'node:crypto';

/** MAC length in bytes: 80 bits, and each guess costs a request. */
const codeBytes = 10;

const codeOf = (secret: Uint8Array | string, content: Buffer) =>
  createHmac('sha256', secret).update(content).digest().subarray(0, codeBytes);

/** Token of a link: the content and its MAC. It never expires, because links are printed on paper. */
export function signLink(secret: Uint8Array | string, content: Buffer): string {
  return Buffer.concat([content, codeOf(secret, content)]).toString('base64url');
}

/** Content of a token with this many bytes; undefined: the signature is invalid. */
export function readLink(secret: Uint8Array | string, token: string, bytes: number): Buffer | undefined {
  const all = Buffer.from(token, 'base64url');
  // The decoder ignores unknown characters, so only the canonical spelling is accepted.
  if (all.length !== bytes + codeBytes || all.toString('base64url') !== token) return undefined;
  const content = all.subarray(0, bytes);
  return timingSafeEqual(codeOf(secret, content), all.subarray(bytes)) ? content : undefined;
}

/** Converts a UUID to its 16 bytes. */
export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** Converts 16 bytes to a UUID. */
export function uuidOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
