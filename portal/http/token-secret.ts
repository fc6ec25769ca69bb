import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'token-secret';
const shortest = 32;

async function readSecret(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    if (text.length < shortest) throw new Error(`${path} holds no secret of at least ${shortest} characters`);
    return text;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The secret that signs tokens: 256 random bits, generated on the first start and stored in the data folder, readable by
 * its owner only, so that sessions survive a restart. Servers that start at once on one folder agree on one secret.
 * @throws Error when the file exists and is too short.
 */
export async function readOrMakeTokenSecret(folder: string): Promise<string> {
  const path = join(folder, fileName);
  const kept = await readSecret(path);
  if (kept !== undefined) return kept;
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A link appears atomically and never replaces the secret of a faster server.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = await readSecret(path);
  if (secret === undefined) throw new Error(`${path} vanished`);
  return secret;
}
