import { createHash } from 'node:crypto';

/** Header `Sign` of both directions: base64(sha256(secret key + raw body)) (facts 5.5). */
export function easypaySignature(body: Buffer | string, secretKey: string): string {
  return createHash('sha256').update(secretKey).update(body).digest('base64');
}
