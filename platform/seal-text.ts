import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals a text with a secret of 32 bytes: AES-256-GCM under a random nonce, as nonce, tag and content. */
export function sealText(secret: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, secret, iv);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]);
}

/** The text that was sealed with this secret. Throws when the secret is another or a byte was changed. */
export function openText(secret: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, secret, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}
