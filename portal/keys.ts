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
  /** Seals the rows of the audit. Kept as long as what they sealed. */
  audit: 'AUDIT_KEYS',
} as const;

export type KeyPurpose = keyof typeof keySettings;
export type Keys = Readonly<Record<KeyPurpose, KeyRing>>;

export const keyPurposes = Object.keys(keySettings) as readonly KeyPurpose[];

/** The files of the rings. That of the audit stands apart: it came later, and it is never rotated with the others. */
const files = {
  keys: ['sessions', 'messages', 'factors', 'links'],
  'audit-keys': ['audit'],
} as const satisfies Record<string, readonly KeyPurpose[]>;
type KeyFile = keyof typeof files;
const fileNames = Object.keys(files) as readonly KeyFile[];

/** The rings of a file, one `NAME=id:base64` a line; undefined: there is no file. */
async function readKeyFile(folder: string, name: KeyFile): Promise<Partial<Keys> | undefined> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = new Map(text.split('\n').map((line) => line.trim().split(/=(.*)/, 2) as [string, string]));
  const rings = files[name].map((purpose) => {
    const setting = keySettings[purpose];
    return [purpose, parseKeyRing(`${setting} in ${path}`, lines.get(setting) ?? '')] as const;
  });
  return Object.fromEntries(rings);
}

/** Makes a file unless another server was faster. */
async function makeKeyFile(folder: string, name: KeyFile): Promise<void> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const lines = files[name].map((purpose) => `${keySettings[purpose]}=${newKeyRingText()}\n`);
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
  /** Rings of the environment; the others are in the files `keys` and `audit-keys` of the data folder. */
  readonly keys: Partial<Keys>;
}

/** The rings of the environment and, for those it does not have, of the data folder; `missing`: files that would have the others. */
async function collectKeys({ dataFolder, keys: given }: KeySource) {
  let kept: Partial<Keys> = {};
  const missing: KeyFile[] = [];
  for (const name of fileNames) {
    if (files[name].every((purpose) => given[purpose] !== undefined)) continue;
    const rings = await readKeyFile(dataFolder, name);
    if (rings === undefined) missing.push(name);
    else kept = { ...kept, ...rings };
  }
  const keys: Partial<Keys> = { ...kept, ...given };
  const secrets = Object.values(keys).flatMap((ring) =>
    ring.keys.map(({ secret }) => secret.toString('hex')),
  );
  if (new Set(secrets).size < secrets.length) {
    throw new Error(`${Object.values(keySettings).join(', ')} must not share a secret`);
  }
  return { keys, missing };
}

/**
 * The key rings of the environment and, for those it does not have, of the data folder. Those that were not made yet are absent.
 * @throws Error when a file is damaged, or a secret is in two rings.
 */
export async function readKeys(source: KeySource): Promise<Partial<Keys>> {
  return (await collectKeys(source)).keys;
}

/**
 * The key rings; made on the first start and kept in the data folder, readable by its owner only, so that what was sealed and
 * signed outlives a restart. Servers that start at once on one folder agree.
 * @throws Error when all rings but that of the audit are given: each node would make one of its own.
 */
export async function readOrMakeKeys(source: KeySource): Promise<Keys> {
  const { keys, missing } = await collectKeys(source);
  if (missing.length === 0) return keys as Keys;
  if (missing.every((name) => name === 'audit-keys') && files.keys.every((purpose) => source.keys[purpose]))
    throw new Error(`${keySettings.audit} must be given with the other keys, the same on every node`);
  for (const name of missing) await makeKeyFile(source.dataFolder, name);
  const made = await collectKeys(source);
  if (made.missing.length > 0)
    throw new Error(`${join(source.dataFolder, made.missing.join(', '))} vanished`);
  return made.keys as Keys;
}
