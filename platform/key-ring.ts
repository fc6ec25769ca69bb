import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** One secret of a ring, 32 bytes, under an id that is no secret: it stands in all that was sealed or signed. */
interface Key {
  readonly id: string;
  readonly secret: Buffer;
}

/** The keys of one purpose. The first seals and signs; each opens and verifies what carries its id. */
export interface KeyRing {
  readonly current: Key;
  /** The current one first. */
  readonly keys: readonly Key[];
  find(id: string): Key | undefined;
  /** A ring of the same ids whose secrets serve one narrower purpose; neither reveals the other. */
  derive(purpose: string): KeyRing;
}

const idPattern = /^[a-z0-9]{1,8}$/;
const secretBytes = 32;

function ringOf(current: Key, others: readonly Key[]): KeyRing {
  const keys = [current, ...others];
  const deriveKey = (purpose: string) => (key: Key) => ({
    id: key.id,
    secret: createHmac('sha256', key.secret).update(`svitlo:${purpose}`).digest(),
  });
  return {
    current,
    keys,
    find: (id) => keys.find((key) => key.id === id),
    derive: (purpose) => ringOf(deriveKey(purpose)(current), others.map(deriveKey(purpose))),
  };
}

/**
 * Reads a ring written as `id:base64,id:base64`. @throws Error that names the setting and shows no secret: an id that is not
 * 1 to 8 of a-z and 0-9, a secret that is not 32 bytes, an id or a secret that is there twice.
 */
export function parseKeyRing(name: string, text: string): KeyRing {
  const keys = text.split(',').map((part): Key => {
    const [id = '', encoded = '', ...rest] = part.trim().split(':');
    const isEncoded = /^[\w+/-]+={0,2}$/.test(encoded) && rest.length === 0;
    const secret = Buffer.from(encoded, 'base64');
    if (!idPattern.test(id) || !isEncoded || secret.length !== secretBytes) {
      throw new Error(
        `${name} must be keys like id:base64, separated by commas: ids of a-z and 0-9, secrets of ${secretBytes} bytes`,
      );
    }
    return { id, secret };
  });
  const isRepeated = (values: readonly string[]) => new Set(values).size < values.length;
  if (isRepeated(keys.map(({ id }) => id)) || isRepeated(keys.map(({ secret }) => secret.toString('hex')))) {
    throw new Error(`${name} has an id or a secret twice`);
  }
  const [current, ...others] = keys;
  if (current === undefined) throw new Error(`${name} has no key`);
  return ringOf(current, others);
}

/** A new ring of one key of 256 random bits, as `parseKeyRing` reads it. */
export function newKeyRingText(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(secretBytes).toString('base64')}`;
}

/** The key that something names is not in the ring: it was dropped, or this server was not given it yet. */
export class UnknownKeyError extends Error {
  constructor(id: string) {
    super(`no key "${id}"`);
  }
}

/** `content` behind the id of its key: one byte of length, the id, the content. */
export function prependKeyId(id: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([id.length]), Buffer.from(id, 'latin1'), content]);
}

/** The id at the beginning of what `prependKeyId` gave; '' when there is none. */
export function keyIdOf(content: Buffer): string {
  const id = content.subarray(1, 1 + (content[0] ?? 0)).toString('latin1');
  return idPattern.test(id) ? id : '';
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text by the current key: AES-256-GCM with a random nonce; key id, nonce, tag and content. */
export function sealText({ current }: KeyRing, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, current.secret, iv);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prependKeyId(current.id, Buffer.concat([iv, cipher.getAuthTag(), content]));
}

/** Decrypts a sealed text. @throws UnknownKeyError; Error when a byte was changed. */
export function openText(ring: KeyRing, sealed: Buffer): string {
  const id = keyIdOf(sealed);
  const key = ring.find(id);
  if (key === undefined) throw new UnknownKeyError(id);
  const body = sealed.subarray(1 + id.length);
  const decipher = createDecipheriv(algorithm, key.secret, body.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(body.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(body.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  );
}

/** Decrypts a sealed text; undefined when its key was dropped or it is damaged, so that it is as if it were not there. */
export function tryOpenText(ring: KeyRing, sealed: Buffer): string | undefined {
  try {
    return openText(ring, sealed);
  } catch {
    return undefined;
  }
}
