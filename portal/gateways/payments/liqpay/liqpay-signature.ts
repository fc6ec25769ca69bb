import { createHash } from 'node:crypto';
import { isSameText } from '#platform/is-same-text.ts';

/** Which signature a merchant's account uses: 3 is SHA-1, 7 is SHA3-256 (facts 5.1). */
export type LiqpayVersion = 3 | 7;

const algorithms: Readonly<Record<LiqpayVersion, string>> = { 3: 'sha1', 7: 'sha3-256' };

/** What goes over the wire in both directions: base64 of JSON and its signature. */
export interface LiqpayForm {
  readonly data: string;
  readonly signature: string;
}

/** base64(hash(private key + data + private key)), of the raw digest (facts 5.1). */
export function liqpaySignature(data: string, privateKey: string, version: LiqpayVersion): string {
  return createHash(algorithms[version])
    .update(privateKey + data + privateKey)
    .digest('base64');
}

/** Packs and signs a request. */
export function signLiqpay(request: unknown, privateKey: string, version: LiqpayVersion): LiqpayForm {
  const data = Buffer.from(JSON.stringify(request)).toString('base64');
  return { data, signature: liqpaySignature(data, privateKey, version) };
}

/** What a signed form says; undefined: its signature is not of this key and version, or it is no JSON. */
export function openLiqpay(body: Buffer, privateKey: string, version: LiqpayVersion): unknown {
  const form = new URLSearchParams(body.toString('utf8'));
  const [data = '', ...moreData] = form.getAll('data');
  const [signature, ...moreSignatures] = form.getAll('signature');
  if (moreData.length + moreSignatures.length > 0) return undefined;
  if (!isSameText(signature, liqpaySignature(data, privateKey, version))) return undefined;
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
