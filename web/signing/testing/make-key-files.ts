import { createHash } from 'node:crypto';
import { init } from '@ugla/barvinok-gost89';
import { deriveIitKey } from '../key-derivation.ts';

/** DER with a length of up to 64 kB. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

/**
 * A key file of the IIT format (Key-6.dat): GOST 28147 in blocks of the key padded with zeros; the last bytes stand apart.
 * Source: domain facts on key files.
 */
export function makeIitKey(key: Uint8Array, password: string): Buffer {
  const cipher = init();
  cipher.key(deriveIitKey(Buffer.from(password), () => undefined));
  const padded = Buffer.alloc(Math.ceil(key.length / 8) * 8);
  padded.set(key);
  const encrypted = Buffer.alloc(padded.length);
  cipher.crypt(padded, encrypted);
  const iit = Buffer.from('060c2b0601040181974601010102', 'hex');
  const [body, pad] = [encrypted.subarray(0, key.length), encrypted.subarray(key.length)];
  const parameters = der(0x30, der(0x04, Buffer.alloc(4)), der(0x04, pad));
  return der(0x30, der(0x30, iit, parameters), der(0x04, body));
}

interface JksEntry {
  readonly key: Uint8Array;
  readonly certificates: readonly Uint8Array[];
}

/** A Java key store; keys are covered by a stream of SHA-1 over the password. Source: sun.security.provider.KeyProtector. */
export function makeJavaStore(entries: readonly JksEntry[], password: string): Buffer {
  const letters = Buffer.from(password, 'utf16le').swap16();
  const sha1 = (...parts: readonly Uint8Array[]) => createHash('sha1').update(Buffer.concat(parts)).digest();
  const uint = (value: number) =>
    Buffer.from([value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
  const named = (name: string) => Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name)]);
  const sized = (bytes: Uint8Array) => Buffer.concat([uint(bytes.length), bytes]);
  const cover = (key: Uint8Array) => {
    const salt = sha1(key);
    const stream: Buffer[] = [];
    let last: Buffer = salt;
    while (stream.length * 20 < key.length) {
      last = sha1(letters, last);
      stream.push(last);
    }
    const pad = Buffer.concat(stream);
    const covered = key.map((byte, at) => byte ^ (pad[at] ?? 0));
    // The reader skips 24 bytes of the head of the protected key.
    return Buffer.concat([Buffer.alloc(24), salt, covered, sha1(letters, key)]);
  };
  const entry = ({ key, certificates }: JksEntry, at: number) =>
    Buffer.concat([
      uint(1),
      named(`key${at}`),
      Buffer.alloc(8),
      sized(cover(key)),
      uint(certificates.length),
      ...certificates.map((file) => Buffer.concat([named('X.509'), sized(file)])),
    ]);
  return Buffer.concat([uint(0xfeedfeed | 0), uint(2), uint(entries.length), ...entries.map(entry)]);
}
