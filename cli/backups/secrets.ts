import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupSource, BackupTarget } from '#platform/backup/backup-place.ts';
import { nameOf } from '#platform/backup/backup-place.ts';
import type { ObjectFacts } from '#platform/object-store/object-store.ts';

/** Small files in the data folder itself that are of one process or of one machine. */
const ofThisMachine =
  /^(lock|running\.json|backup-state\.json|wal-archived-at|database-lies-in\.txt)$|\.(part|probe)$|^lock\.|^write-probe\./;

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings whose values open what is in the database: without them a restored one can't be read. */
const secretSettings = /^(\w+_KEYS|SEAL_PASSWORD|BILLING_BACKEND_SECRET)$/;

/** The secrets of an installation by the names of their files; the settings of the environment and the seal's key file with them. */
async function readSecrets(dataFolder: string, environment: Environment): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const name of await readdir(dataFolder)) {
    const path = join(dataFolder, name);
    if (ofThisMachine.test(name) || !(await stat(path)).isFile()) continue;
    secrets[name] = (await readFile(path)).toString('base64');
  }
  const settings = Object.entries(environment).filter(([name]) => secretSettings.test(name));
  if (settings.length > 0)
    secrets['settings.json'] = Buffer.from(JSON.stringify(Object.fromEntries(settings))).toString('base64');
  const { SEAL_KEY_FILE: sealKey = '' } = environment;
  if (sealKey !== '' && sealKey !== 'off') secrets['seal-key'] = (await readFile(sealKey)).toString('base64');
  return secrets;
}

export async function copySecrets(
  target: BackupTarget,
  { dataFolder, environment, at }: { dataFolder: string; environment: Environment; at: string },
): Promise<void> {
  const secrets = await readSecrets(dataFolder, environment);
  await target.put(`secrets/${at.replaceAll(/[-:.]/g, '')}`, Buffer.from(JSON.stringify(secrets)));
}

/** Writes the newest secrets into a data folder; returns the names of those that it has in addition to the usual files. */
export async function restoreSecrets(source: BackupSource, dataFolder: string): Promise<string[]> {
  let newest: ObjectFacts | undefined;
  for await (const facts of source.list('secrets/'))
    if (newest === undefined || nameOf(newest) < nameOf(facts)) newest = facts;
  if (newest === undefined) throw new Error('The backup is damaged: it has no secrets.');
  const secrets = JSON.parse((await source.get(newest)).toString()) as Record<string, string>;
  await mkdir(dataFolder, { recursive: true });
  for (const [name, content] of Object.entries(secrets))
    await writeFile(join(dataFolder, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  return Object.keys(secrets).filter((name) => name === 'settings.json' || name === 'seal-key');
}
