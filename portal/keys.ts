import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeyRing, newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';

/** The settings of the key rings. A secret of one is in no other, so each can be rotated by itself. */
export const keySettings = {
  /** Signs the tokens of sessions. */
  sessions: 'SESSION_KEYS',
  /** Seals messages until they are sent and answers by request id; digests of the codes in them and proofs of work for codes. */
  messages: 'MESSAGE_KEYS',
  /** Seals secrets of second factors; digests of recovery codes. */
  factors: 'FACTOR_KEYS',
  /** Signs links that end a reminder or prove a receipt; seals addresses of calendars and browsers; signs for push services. */
  links: 'LINK_KEYS',
} as const;

export type KeyPurpose = keyof typeof keySettings;
export type Keys = Readonly<Record<KeyPurpose, KeyRing>>;

export const keyPurposes = Object.keys(keySettings) as readonly KeyPurpose[];

const fileName = 'keys';

/** One `NAME=id:base64` a line. */
async function readKeyFile(path: string): Promise<Keys | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = new Map(text.split('\n').map((line) => line.trim().split(/=(.*)/, 2) as [string, string]));
  const rings = keyPurposes.map((purpose) => {
    const setting = keySettings[purpose];
    return [purpose, parseKeyRing(`${setting} in ${path}`, lines.get(setting) ?? '')] as const;
  });
  return Object.fromEntries(rings) as Keys;
}

async function makeKeyFile(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const lines = keyPurposes.map((purpose) => `${keySettings[purpose]}=${newKeyRingText()}\n`);
  await writeFile(draft, lines.join(''), { mode: 0o600, flag: 'wx' });
  try {
    // A link appears atomically and never replaces the keys of a faster server.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** What the configuration says of the keys. */
export interface KeySource {
  readonly dataFolder: string;
  /** Rings of the environment; the others are in the file `keys` of the data folder. */
  readonly keys: Partial<Keys>;
}

/**
 * The key rings of the environment and, for those it does not have, of the data folder; undefined: they are not made yet.
 * @throws Error when the file is damaged, or a secret is in two rings.
 */
export async function readKeys({ dataFolder, keys: given }: KeySource): Promise<Keys | undefined> {
  const isWhole = keyPurposes.every((purpose) => given[purpose] !== undefined);
  const kept = isWhole ? {} : await readKeyFile(join(dataFolder, fileName));
  if (kept === undefined) return undefined;
  const keys = { ...kept, ...given } as Keys;
  const secrets = keyPurposes.flatMap((purpose) =>
    keys[purpose].keys.map(({ secret }) => secret.toString('hex')),
  );
  if (new Set(secrets).size < secrets.length) {
    throw new Error(`${Object.values(keySettings).join(', ')} must not share a secret`);
  }
  return keys;
}

/**
 * The key rings; made on the first start and kept in the data folder, readable by its owner only, so that what was sealed and
 * signed outlives a restart. Servers that start at once on one folder agree.
 */
export async function readOrMakeKeys(source: KeySource): Promise<Keys> {
  const found = await readKeys(source);
  if (found !== undefined) return found;
  await makeKeyFile(source.dataFolder, join(source.dataFolder, fileName));
  const made = await readKeys(source);
  if (made === undefined) throw new Error(`${join(source.dataFolder, fileName)} vanished`);
  return made;
}
