import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { checkPlace } from '#cli/backups/check-place.ts';
import { runCreateAdmin } from '#cli/create-admin.ts';
import { checkInstallation } from '#cli/doctor/check-installation.ts';
import { runDoctor } from '#cli/doctor.ts';
import { openDatabase } from '#cli/open-database.ts';
import { refuseSample } from '#cli/sample/refuse-sample.ts';
import { markProduction } from '#cli/sample/refused-supplier.ts';
import { newOperatorKey, operatorKeyText } from '#platform/backup/sealing.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';
import { describeVersion, productVersion } from '#platform/host/version.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { type Config, readConfig, requireScanner } from '#portal/config.ts';
import { keyPurposes, keySettings, readKeys } from '#portal/keys.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { answersOfFile, answersOfTerminal, type Collect, readAnswersFile } from './collect-answers.ts';
import { loadSupplier } from './load-supplier.ts';
import { type AnswerName, type Answers, questions } from './questions.ts';
import { changeSettings, parseSettings, readSettingsFile, writeSettingsFile } from './settings-file.ts';
import { words } from './setup.template.ts';
import { openTerminal, type SetupTerminal } from './terminal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The file that deploy/svitlo.service reads. */
const usualFile = '/etc/svitlo/svitlo.env';
const oldestPostgres = 160_000;
/** Exit code of the doctor. */
const couldNotExamine = 2;

interface SetupIo {
  readonly environment: Environment;
  /** Opened only when questions are asked. */
  readonly openTerminal: () => SetupTerminal;
  readonly print: (line: string) => void;
}

/** What is set: in the file, or for what it does not have in the environment of the deployment. */
function readPresent(file: ReadonlyMap<string, string>, environment: Environment): Answers {
  const known = questions.flatMap(({ name, setting }): [AnswerName, string][] => {
    const value = setting === undefined ? undefined : (file.get(setting) ?? environment[setting]);
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  return new Map(known);
}

/** Variables that the answers change. */
function changedSettings(
  answers: Answers,
  present: Answers,
  file: ReadonlyMap<string, string>,
): Map<string, string> {
  const changes = new Map<string, string>();
  for (const { name, setting } of questions) {
    const value = answers.get(name) ?? '';
    if (setting !== undefined && value !== (present.get(name) ?? '')) changes.set(setting, value);
  }
  if (file.get('NODE_ENV') !== 'production') changes.set('NODE_ENV', 'production');
  return changes;
}

/** @throws Error with a sentence when an external database does not answer or is too old. */
async function checkDatabase({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl === undefined) return;
  const { db, close } = connectDatabase<unknown>({ url: databaseUrl, poolSize: 1, name: 'svitlo-setup' });
  let version: number;
  try {
    const { rows } = await typedSql({
      version: int4(),
    })`select current_setting('server_version_num')::integer as version`.execute(db);
    version = rows[0]?.version ?? 0;
  } catch (error) {
    throw new Error(words.databaseFailed(error instanceof Error ? error.message : String(error)));
  } finally {
    await close();
  }
  if (version < oldestPostgres) throw new Error(words.databaseOld(String(Math.floor(version / 10_000))));
}

/** What the database has already. @throws Error when it has the sample. */
async function readFacts(url: string): Promise<{ hasSupplier: boolean; hasAdministrator: boolean }> {
  await refuseSample(url);
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-setup' });
  try {
    const codes = (await checkInstallation(db as PortalDatabase)).map(({ code }) => code);
    return { hasSupplier: codes.includes('supplier'), hasAdministrator: codes.includes('administrator') };
  } finally {
    await close();
  }
}

/** New key rings for those that are neither set nor in the data folder. @throws Error when the database has data of others. */
async function makeKeys(config: Config, hasData: boolean): Promise<Map<string, string>> {
  const known = await readKeys(config);
  const missing = keyPurposes.filter((purpose) => known[purpose] === undefined);
  const settings = missing.map((purpose) => keySettings[purpose]);
  if (hasData && missing.length > 0) throw new Error(words.keysMissing(settings.join(', ')));
  return new Map(settings.map((setting) => [setting, newKeyRingText()]));
}

/** Makes the operator's key of backups beside the settings; returns its public half. @throws Error when there is such a file. */
async function makeBackupKey(settingsFile: string, print: SetupIo['print']): Promise<string> {
  const file = join(dirname(settingsFile), 'backup-key.txt');
  const key = await newOperatorKey();
  await writeFile(file, operatorKeyText(key), { mode: 0o600, flag: 'wx' });
  print(words.backupKeyMade(file));
  return key.recipient;
}

async function createOwner(
  answers: Answers,
  environment: Environment,
  print: SetupIo['print'],
): Promise<void> {
  const answer = (name: AnswerName) => answers.get(name) ?? '';
  const [login, fullName, phone] = [answer('ownerLogin'), answer('ownerName'), answer('ownerPhone')];
  const errors: string[] = [];
  const code = await runCreateAdmin(
    [login, ...(fullName === '' ? [] : ['--name', fullName]), ...(phone === '' ? [] : ['--phone', phone])],
    {
      environment,
      password: { input: Readable.from([answer('ownerPassword')]), output: { write: () => true } },
      print: () => undefined,
      printError: (line) => void errors.push(line),
    },
  );
  if (code !== 0) throw new Error(errors.join('\n'));
  print(words.ownerMade(login));
}

/** Asks, checks everything, and then writes: settings, supplier, owner. */
async function setUp(settingsFile: string, collect: Collect, io: SetupIo): Promise<number> {
  const { environment, print } = io;
  const text = await readSettingsFile(settingsFile);
  const file = parseSettings(text);
  const present = readPresent(file, environment);
  for (const { name, setting } of questions)
    if (setting !== undefined && present.has(name) && !file.has(setting)) print(words.setElsewhere(setting));

  let answers = await collect('settings', present);
  const changes = changedSettings(answers, present, file);
  const asSet = (more: ReadonlyMap<string, string>): Environment => ({
    // Between questions only faults are for the operator.
    LOG_LEVEL: 'error',
    ...environment,
    ...Object.fromEntries(file),
    ...Object.fromEntries(more),
  });
  const asked = new Map(changes);
  // Its key is made when everything else is right; any stands for it in the check.
  const needsBackupKey = answers.get('backupTo') !== '' && answers.get('backupRecipient') === '';
  if (needsBackupKey) asked.set('BACKUP_RECIPIENT', 'made below');
  const config = readConfig(asSet(asked));
  requireScanner(config);
  if (config.backups) checkPlace(config.backups.to, config);

  print(words.database);
  await checkDatabase(config);
  const database = await openDatabase(config);
  let hasAdministrator: boolean;
  try {
    const facts = await readFacts(database.url);
    hasAdministrator = facts.hasAdministrator;
    const keys = await makeKeys(config, facts.hasSupplier || facts.hasAdministrator);
    if (!facts.hasSupplier) answers = await collect('supplier', answers);
    if (!facts.hasAdministrator) answers = await collect('owner', answers);

    for (const [setting, ring] of keys) changes.set(setting, ring);
    if (needsBackupKey) changes.set('BACKUP_RECIPIENT', await makeBackupKey(settingsFile, print));
    if (changes.size > 0) await writeSettingsFile(settingsFile, changeSettings(text, changes));
    print(changes.size > 0 ? words.written(settingsFile) : words.unchanged(settingsFile));
    if (keys.size > 0) print(words.keysMade(settingsFile));
    if (facts.hasSupplier) print(words.supplierKnown);
    else {
      const copy = join(dirname(settingsFile), 'supplier.csv');
      await loadSupplier(database.url, answers, copy);
      print(words.supplierLoaded(answers.get('supplierName') ?? ''));
      print(words.supplierCopy(copy));
    }
    await markProduction(database.url);
  } finally {
    await database.close();
  }
  const set = asSet(changes);
  if (hasAdministrator) print(words.ownerKnown);
  else await createOwner(answers, set, print);

  print('');
  const code = await runDoctor(set, print);
  const isUnset = (...names: AnswerName[]) => names.every((name) => (answers.get(name) ?? '') === '');
  print(`\n${words.next}`);
  const steps = [
    ...words.steps(settingsFile),
    ...(isUnset('backupTo') ? [words.stepBackup] : []),
    ...(isUnset('smtpUrl', 'turbosmsToken') ? [words.stepMessages] : []),
  ];
  for (const [index, step] of steps.entries()) print(`  ${index + 1}. ${step}`);
  // Before the first start the proxy has no one behind it: that is a finding to read, no failure of the setup.
  return code === couldNotExamine ? code : 0;
}

/**
 * `npm run setup`: asks for what a first start needs and writes it: the settings file that the service reads, the supplier, the first
 * owner. `--answers <file.json>` takes the answers from a file. A later run shows what is set and changes what is asked for. Nothing is
 * written before every answer is right. Returns the exit code: 1 for a refusal, 2 when the doctor could not examine.
 */
export async function runSetup(args: readonly string[], io: SetupIo): Promise<number> {
  let terminal: SetupTerminal | undefined;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        settings: { type: 'string' },
        answers: { type: 'string' },
        replace: { type: 'string', multiple: true },
      },
    });
    if (positionals.length > 0) {
      io.print(words.usage);
      return 1;
    }
    const settingsFile = resolve(values.settings ?? usualFile);
    io.print(words.title(describeVersion(productVersion())));
    if (values.answers !== undefined) {
      const given = await readAnswersFile(resolve(values.answers));
      return await setUp(settingsFile, answersOfFile(given, new Set(values.replace)), io);
    }
    io.print(words.lead(settingsFile));
    terminal = io.openTerminal();
    return await setUp(settingsFile, answersOfTerminal(terminal), io);
  } catch (error) {
    io.print(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    terminal?.close();
  }
}

if (import.meta.main) {
  process.exitCode = await runSetup(process.argv.slice(2), {
    environment: process.env,
    openTerminal: () => openTerminal({ input: process.stdin, output: process.stdout }),
    print: console.log,
  });
}
