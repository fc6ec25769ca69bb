import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** A pair of keys of age (age-encryption.org): who has the public one can seal, only the secret one opens. */
export async function newOperatorKey(): Promise<{ readonly secret: string; readonly recipient: string }> {
  const secret = await generateX25519Identity();
  return { secret, recipient: await identityToRecipient(secret) };
}

/** The secret key in the text of a key file, as `age-keygen` writes it too. @throws Error with a sentence when there is none. */
export async function readOperatorKey(
  text: string,
): Promise<{ readonly secret: string; readonly recipient: string }> {
  const secret = text
    .split('\n')
    .find((line) => line.startsWith('AGE-SECRET-KEY-'))
    ?.trim();
  if (secret === undefined) throw new Error('The key file has no line that begins with AGE-SECRET-KEY-.');
  return { secret, recipient: await identityToRecipient(secret) };
}

/** @throws Error with a sentence for what is no public key. */
export function checkRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient);
  } catch (error) {
    throw new Error('The recipient of the backup must be a public key of age: age1….', { cause: error });
  }
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Pages of a database become a fifth at the quickest level. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Each chunk of the result is a turn of the event loop: at 16 KiB, the default, a piece would wait for a thousand of them. */
const SMALL_CHUNK_BYTES = 4 * 1024 * 1024;
/** A whole piece or segment of the log, and the byte by which zlib sees that it has ended. */
const CHUNK_BYTES = 16 * 1024 * 1024 + 1;

/**
 * Seals the objects of a backup: one key of AES-256 for many objects, sealed itself for the operator's public key, so that a server
 * that makes backups can open none of an earlier run.
 */
export interface SealingKey {
  /** Names the sealed key among those of the place. */
  readonly id: string;
  /** The key, sealed for the operator. */
  readonly sealed: Uint8Array;
  readonly key: Buffer;
}

export async function newSealingKey(recipient: string): Promise<SealingKey> {
  const key = randomBytes(KEY_BYTES);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return { id: randomBytes(8).toString('hex'), sealed: await encrypter.encrypt(key), key };
}

/** @throws Error with a sentence when the operator's key is another one. */
export async function openSealingKey(sealed: Uint8Array, secret: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(secret);
  try {
    return Buffer.from(await decrypter.decrypt(sealed));
  } catch (error) {
    throw new Error('The key file is not that of this backup.', { cause: error });
  }
}

/** Each object has a key of its own: random nonces of one key would repeat after billions of segments. */
function objectKey(key: Buffer, nonce: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, nonce, name, KEY_BYTES));
}

/** Compressed, then AES-256-GCM, which is bound to the name: an object under another name does not open. */
export async function sealObject(
  content: Uint8Array,
  name: string,
  { key }: Pick<SealingKey, 'key'>,
): Promise<Buffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', objectKey(key, nonce, name), nonce);
  const small = await compress(content, { params, chunkSize: SMALL_CHUNK_BYTES });
  return Buffer.concat([nonce, cipher.update(small), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error with a sentence when a bit of it or its name is another. */
export async function openObject(sealed: Buffer, name: string, key: Buffer): Promise<Buffer> {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', objectKey(key, nonce, name), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const small = Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    return await decompress(small, { chunkSize: CHUNK_BYTES });
  } catch (error) {
    throw new Error(`The backup is damaged: ${name} does not open.`, { cause: error });
  }
}
