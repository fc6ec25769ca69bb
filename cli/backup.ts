import { writeFile } from 'node:fs/promises';

import { parseArgs } from 'node:util';
import { runCommand } from '#cli/output/run-command.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { openTarget } from '#platform/backup/backup-place.ts';
import { copyCluster } from '#platform/backup/copy-cluster.ts';
import { copyFiles } from '#platform/backup/copy-files.ts';
import { deleteGoneFiles, deleteOldCopies } from '#platform/backup/retention.ts';
import { checkRecipient, newOperatorKey, operatorKeyText } from '#platform/backup/sealing.ts';
import { systemClock } from '#platform/clock.ts';
import { superuserUrlOf } from '#platform/embedded-postgres/embedded-postgres.ts';
import { noteBackup } from '#platform/host/backup-state.ts';
import { lowerPriority } from '#platform/host/lower-priority.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import { type Config, readConfig } from '#portal/config.ts';
import { allFolders, openFileObjects } from '#portal/gateways/files/open-file-store.ts';
import { checkPlace } from './backups/check-place.ts';
import { copySecrets } from './backups/secrets.ts';
import { openDatabase } from './open-database.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const DAY_MS = 86_400_000;
const daysWithoutSetting = 30;

const usage = `Usage: npm run backup -- <folder or s3://bucket/prefix> [--recipient age1…]
       npm run backup -- --new-key <file>`;

/** Makes the key of the operator: the secret one into a file, the public one on the screen. */
async function makeKey(file: string, print: (line: string) => void): Promise<void> {
  const key = await newOperatorKey();
  await writeFile(file, operatorKeyText(key), { mode: 0o600, flag: 'wx' });
  print(`The secret key is in ${file}: keep it away from this machine, nothing opens a backup without it.`);
  print(`BACKUP_RECIPIENT=${key.recipient}`);
}

/** Backs up an installation: its embedded database beside its work, files and secrets. An external database is left to its own tools. */
async function backUp(
  place: string,
  recipient: string,
  { config, environment, print }: { config: Config; environment: Environment; print: (line: string) => void },
): Promise<void> {
  const { dataFolder } = config;
  checkRecipient(recipient);
  checkPlace(place, config);
  const target = await openTarget(openObjects(place, config.s3), recipient);
  const startedAt = systemClock.now();
  if (config.databaseUrl === undefined) {
    const database = await openDatabase(config, { use: 'asItIs' });
    try {
      const adminUrl = await superuserUrlOf(dataFolder, database.url);
      const { bytes, name } = await copyCluster(target, { adminUrl, clock: systemClock });
      print(`Database: ${Math.ceil(bytes / 1024 ** 2)} MiB in ${name}.`);
    } finally {
      await database.close();
    }
  } else {
    print(
      'Database: external, backed up by its own tools: docs/operations.md, "Backups of an external database".',
    );
  }
  // After the database: each row that was copied has its file.
  const files = { objects: openFileObjects(config), folders: allFolders };
  print(`Files: ${await copyFiles(target, files, new Map())} new.`);
  await copySecrets(target, { dataFolder, environment, at: instantToIso(startedAt) });
  const keptSince = (startedAt - (config.backups?.days ?? daysWithoutSetting) * DAY_MS) as typeof startedAt;
  await deleteOldCopies(target, keptSince);
  await deleteGoneFiles(target, files.objects, keptSince);
  await noteBackup(dataFolder, { target: target.address, lastBackupAt: systemClock.now() });
  print(`The backup is at ${target.address}.`);
}

/** `npm run backup`: returns the exit code. */
export async function runBackup(
  args: readonly string[],
  { environment, print }: { environment: Environment; print: (line: string) => void },
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { recipient: { type: 'string' }, 'new-key': { type: 'string' } },
  });
  const keyFile = values['new-key'];
  if (keyFile !== undefined) {
    await makeKey(keyFile, print);
    return 0;
  }
  const config = readConfig(environment);
  const [place = config.backups?.to, ...more] = positionals;
  if (place === undefined || more.length > 0) {
    print(usage);
    return 1;
  }
  const recipient = values.recipient ?? config.backups?.recipient ?? environment.BACKUP_RECIPIENT;
  if (!recipient) {
    print('BACKUP_RECIPIENT is missing: make a key with npm run backup -- --new-key <file>.');
    return 1;
  }
  await backUp(place, recipient, { config, environment, print });
  return 0;
}

if (import.meta.main) {
  // Customers come first.
  lowerPriority(19);
  await runCommand(() => runBackup(process.argv.slice(2), { environment: process.env, print: console.log }));
}
