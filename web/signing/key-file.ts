import { Certificate, Priv, type ProtectedPart } from '@ugla/barvinok';
import { init } from '@ugla/barvinok-gost89';
import { decode, parse } from '@ugla/barvinok-keystore';
import { encodeWindows1251 } from '#domain/payments/windows-1251.ts';
import { deriveIitKey, derivePbes2Key, iitRounds } from './key-derivation.ts';
import { type KeyProblem, maxKeyBytes } from './signing-messages.ts';

/** The content of a key file. */
interface KeyFileContent {
  readonly keys: readonly Priv[];
  readonly certificates: readonly Certificate[];
}

export type KeyFile = KeyFileContent | { readonly problem: KeyProblem };

/** Called with 0 to 1. */
type OnProgress = (done: number) => void;

/**
 * Opens a key file of any format in use: IIT (Key-6.dat, .zs2), PBES2 (.dat, .pk8), PKCS#12 (.pfx, .p12), Java key store
 * (.jks), or an unprotected key. Source: domain facts on key files; formats of the libraries.
 */
export function openKeyFile(file: Uint8Array, password: string, onProgress: OnProgress): KeyFile {
  if (file.length > maxKeyBytes) return { problem: 'tooLarge' };
  const content = withoutHeader(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (content.length < 4) return { problem: 'notAKey' };
  const magic = content.readUInt32BE(0);
  if (magic === JCEKS) return { problem: 'unsupportedProtection' };
  if (magic === JKS) return openJavaStore(content, password);
  return readUnprotected(content) ?? openProtected(content, password, onProgress);
}

const JKS = 0xfeedfeed;
const JCEKS = 0xcececece;

/** Some programs write six bytes before the key. */
function withoutHeader(file: Buffer): Buffer {
  return file[0] === 0x51 ? file.subarray(6) : file;
}

function openJavaStore(file: Buffer, password: string): KeyFile {
  const entries = attempt(() => parse(file)?.material);
  if (!entries) return { problem: 'notAKey' };
  const keys: Priv[] = [];
  const certificates: Certificate[] = [];
  let isForeign = false;
  for (const entry of entries) {
    if (!('key' in entry)) continue;
    const opened = attempt(() => decode(entry.key, password));
    if (!opened) return { problem: 'wrongPassword' };
    const found = keysOf(opened);
    isForeign ||= found === undefined;
    keys.push(...(found ?? []));
    certificates.push(...certificatesOf(entry.certs));
    opened.fill(0);
  }
  if (keys.length > 0) return { keys, certificates };
  return { problem: isForeign ? 'unsupportedKey' : 'notAKey' };
}

/** A key without a password, or what is no key at all; undefined: it may be protected. */
function readUnprotected(file: Buffer): KeyFile | undefined {
  const keys = keysOf(file);
  if (keys) return { keys, certificates: [] };
  if (attempt(() => Certificate.from_pem(file))) return { problem: 'certificateAlone' };
  return isForeignKey(file) ? { problem: 'unsupportedKey' } : undefined;
}

function openProtected(file: Buffer, password: string, onProgress: OnProgress): KeyFile {
  // The first pass only counts the rounds.
  let rounds = 0;
  const counted = partsOf(file, (part) => {
    rounds += part.format === 'IIT' ? iitRounds : part.iters;
    return Buffer.alloc(0);
  });
  if (!counted) return { problem: isProtected(file) ? 'unsupportedProtection' : 'notAKey' };
  if (rounds > maxRounds) return { problem: 'unsupportedProtection' };

  let done = 0;
  const onRound = () => {
    done++;
    if (done % roundsOfProgress === 0) onProgress(done / rounds);
  };
  for (const bytes of passwordBytes(password)) {
    const opened: Buffer[] = [];
    const store = partsOf(file, (part) => {
      const plain = decryptPart(part, bytes, onRound);
      opened.push(plain);
      // The other parts would only take as long.
      if (!isWholeSequence(plain)) throw new Error('Wrong password');
      return plain;
    });
    bytes.fill(0);
    const isReadable = opened.some(isWholeSequence);
    const isForeign = opened.some((plain) => isWholeSequence(plain) && isForeignKey(plain));
    for (const plain of opened) plain.fill(0);
    if (store && store.keys.length > 0) {
      return { keys: store.keys, certificates: certificatesOf(store.certs) };
    }
    if (isForeign) return { problem: 'unsupportedKey' };
    if (isReadable) return { problem: 'notAKey' };
    done = 0;
  }
  return { problem: 'wrongPassword' };
}

/** No file in use has more: it would be hours of work. */
const maxRounds = 1_000_000;
/** Rounds between two reports of progress. */
const roundsOfProgress = 250;

/** What the library makes of the parts of a file; undefined: none of its formats. `open` is called for each part. */
function partsOf(file: Buffer, open: (part: ProtectedPart) => Buffer) {
  let count = 0;
  const storeload = (part: ProtectedPart) => {
    count++;
    return open(part);
  };
  const hash = () => Buffer.alloc(0);
  const store = attempt(() => Priv.from_protected(file, true, { hash, storeload }));
  return store ?? (count > 0 ? { keys: [], certs: [] } : undefined);
}

function decryptPart(part: ProtectedPart, password: Uint8Array, onRound: () => void): Buffer {
  if (part.format === 'IIT') {
    const key = deriveIitKey(password, onRound);
    const cipher = init();
    cipher.key(key);
    key.fill(0);
    const body = Buffer.concat([part.body, part.pad]);
    return cipher.decrypt(body, Buffer.alloc(body.length)).subarray(0, part.body.length);
  }
  const key = derivePbes2Key(password, part.salt, part.iters, onRound);
  const cipher = init(unpackTable(part.sbox));
  cipher.key(key);
  key.fill(0);
  const plain = Buffer.alloc(part.body.length);
  cipher.decrypt_cfb(part.iv, part.body, plain);
  return plain;
}

/** A substitution table of 8 rows, two values of 4 bits in a byte, the last row first. */
function unpackTable(packed: Uint8Array): Uint8Array {
  const table = new Uint8Array(packed.length * 2);
  const lastRow = table.length - 16;
  for (let at = 0; at < table.length; at += 2) {
    const both = packed[((lastRow - (at & 0xf0)) | (at & 0x0f)) >> 1] ?? 0;
    table[at] = both >> 4;
    table[at + 1] = both & 0x0f;
  }
  return table;
}

/** The bytes of a password: programs write letters beyond Latin as UTF-8 or as Windows-1251. */
function passwordBytes(password: string): Uint8Array[] {
  const utf8 = new TextEncoder().encode(password);
  const windows = encodeWindows1251(password);
  return !windows || windows.length === utf8.length ? [utf8] : [utf8, windows];
}

/** The keys of an unprotected key; undefined: it is none of DSTU 4145. */
function keysOf(plain: Buffer): readonly Priv[] | undefined {
  return attempt(() => Priv.from_asn1(plain, true).keys);
}

function certificatesOf(files: readonly Buffer[]): Certificate[] {
  // Copied: the file is overwritten, and a certificate is a view of its bytes.
  return files.flatMap((file) => attempt(() => Certificate.from_pem(Buffer.from(file))) ?? []);
}

// DER of the algorithms' identifiers, with tag and length.
const FOREIGN_KEYS = ['06092a864886f70d010101', '06072a8648ce3d0201'];
const PROTECTIONS = ['06092a864886f70d01050d', '060a2a864886f70d010c01', '06092a864886f70d010706'];

function isForeignKey(plain: Buffer): boolean {
  return isSequence(plain) && FOREIGN_KEYS.some((id) => plain.includes(Buffer.from(id, 'hex')));
}

function isProtected(file: Buffer): boolean {
  return isSequence(file) && PROTECTIONS.some((id) => file.includes(Buffer.from(id, 'hex')));
}

const isSequence = (bytes: Buffer) => bytes[0] === 0x30;

/** Whether the bytes are one sequence of DER: a wrong password leaves noise. */
function isWholeSequence(bytes: Buffer): boolean {
  if (!isSequence(bytes) || bytes.length < 4) return false;
  const first = bytes[1] ?? 0;
  if (first < 0x80) return first + 2 <= bytes.length;
  const count = first & 0x7f;
  if (count === 0 || count > 3) return false;
  const length = bytes.readUIntBE(2, count);
  return length > 64 && length + 2 + count <= bytes.length && length + 2 + count + 8 >= bytes.length;
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
