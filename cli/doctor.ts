import { parseArgs } from 'node:util';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { words } from '#cli/output/doctor.template.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { createClock, systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readMigrationFiles, readMigrationState } from '#platform/database/migrate.ts';
import { describeVersion, productVersion } from '#platform/host/version.ts';
import { type Config, readConfig, requireScanner } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { checkAudit } from './doctor/check-audit.ts';
import { checkFiles, declareFilesRight } from './doctor/check-files.ts';
import { checkBackups, checkDisks } from './doctor/check-host.ts';
import { checkInstallation, checkNodes, checkProviders } from './doctor/check-installation.ts';
import { checkCertificate, checkMessages, checkProxy } from './doctor/check-network.ts';
import {
  checkBooksOf,
  checkClock,
  checkFlows,
  checkJobs,
  checkKeys,
  checkLowerValues,
  checkMeters,
  checkWrites,
} from './doctor/checks.ts';
import { declareClockRight } from './doctor/clock-is-right.ts';
import { bad, type Finding, type FindingKind, reasonOf, todo, well } from './doctor/finding.ts';
import { migrationSets, openDatabase } from './open-database.ts';

/** A finding with the check that made it. */
export interface CheckedFinding extends Finding {
  readonly check: string;
}

/** What `npm run doctor -- --json` prints. */
export interface DoctorReport {
  readonly product: 'svitlo';
  readonly version: string;
  readonly commit: string;
  /** When the checks ended, ISO 8601 in UTC. */
  readonly at: string;
  readonly findings: readonly CheckedFinding[];
  readonly counts: Readonly<Record<FindingKind, number>>;
  /** 0: no fault; 1: a fault; 2: the settings or the database could not be examined. */
  readonly exitCode: 0 | 1 | 2;
}

export interface DoctorOptions {
  /** Recomputes every seal of the billing's audit, not only those since the last check. */
  readonly isAll?: boolean;
  /** A file with lines of seals that were sent away. */
  readonly seals?: string | undefined;
  /** The place of the files to which older rows of the audit were moved: they are verified. */
  readonly archive?: string | undefined;
  /** Sets the moment of the newest booking to now, when it is in the future. */
  readonly isClockRight?: boolean;
  /** Names the store of files of this machine as that of the database. */
  readonly areFilesRight?: boolean;
  /** Looks at what is stored alone: not at other machines, disks and settings. */
  readonly isDataAlone?: boolean;
  /** The report is printed as one JSON document in place of lines. */
  readonly isJson?: boolean;
}

type Check = readonly [name: string, run: () => Finding[] | Promise<Finding[]>];

/** Findings of a check; one that fails is a fault, and the others go on. */
async function runCheck([check, run]: Check): Promise<CheckedFinding[]> {
  const findings = await Promise.resolve()
    .then(run)
    .catch((error: unknown) => [bad('checkFailed', { reason: reasonOf(error) })]);
  return findings.map((finding) => ({ check, ...finding }));
}

/** Checks of other machines and of the disks, which need no database; they run side by side. */
function startOutsideChecks(config: Config): Promise<CheckedFinding[][]> {
  const now = createClock(config).now();
  const checks: Check[] = [
    ['disk', () => checkDisks(config)],
    ['backup', () => checkBackups(config, now)],
    ['certificate', () => checkCertificate(config, now)],
    ['proxy', () => checkProxy(config)],
    ['messages', () => checkMessages(config)],
  ];
  return Promise.all(checks.map(runCheck));
}

/** How the schema stands; false in `isCurrent`: the other checks can't read it. */
async function checkSchema(url: string): Promise<{ findings: Finding[]; isCurrent: boolean }> {
  const { pending, refusal } = await readMigrationState(url, migrationSets);
  const findings: Finding[] = [well('database')];
  if (refusal !== undefined)
    return { findings: [...findings, bad('otherVersion', { reason: refusal })], isCurrent: false };
  if (pending.length === 0) return { findings: [...findings, well('migrations')], isCurrent: true };
  const files = await Promise.all(migrationSets.map(({ folder }) => readMigrationFiles(folder)));
  const isEmpty = pending.length === files.flat().length;
  return {
    findings: [...findings, isEmpty ? todo('notStarted') : bad('pending', { names: pending })],
    isCurrent: false,
  };
}

/** Runs all checks of the database in order; a schema that is not current skips those that need it. */
async function* examine(
  config: Config,
  url: string,
  options: DoctorOptions,
): AsyncGenerator<CheckedFinding[]> {
  const schema = await checkSchema(url);
  yield schema.findings.map((finding) => ({ check: 'database', ...finding }));
  if (!schema.isCurrent) return;
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 4, name: 'svitlo-doctor' });
  try {
    const [billing, portal] = [db as BillingDatabase, db as PortalDatabase];
    const clock = createClock(config);
    const now = clock.now();
    const checks: Check[] = [
      ['installation', () => checkInstallation(portal)],
      ['write', () => checkWrites(url, config.dataFolder)],
      ...(options.isClockRight === true ? [['clock', () => declareClockRight(billing)] satisfies Check] : []),
      ...(options.areFilesRight === true
        ? [['files', () => declareFilesRight(portal, config)] satisfies Check]
        : []),
      ['files', () => checkFiles(portal, config)],
      ['clock', () => checkClock(billing, now)],
      ['nodes', () => checkNodes(portal)],
      ['jobs', () => checkJobs(billing, now)],
      ['flows', () => checkFlows(billing, now)],
      ['keys', () => checkKeys(portal, config)],
      ['payments', () => checkProviders(config, portal, clock)],
      ['meters', () => checkMeters(billing)],
      ['values', () => checkLowerValues(billing)],
      ['books', () => checkBooksOf(billing)],
      ['audit', () => checkAudit(portal, config, { isAll: false, ...options })],
    ];
    const ofMachine = new Set(['files', 'nodes', 'payments']);
    for (const check of checks)
      if (options.isDataAlone !== true || !ofMachine.has(check[0])) yield await runCheck(check);
  } finally {
    await close();
  }
}

/** Examines an installation; `onFindings` gets the findings as they come. Never throws. */
export async function examineInstallation(
  environment: Readonly<Record<string, string | undefined>>,
  options: DoctorOptions = {},
  onFindings: (findings: readonly CheckedFinding[]) => void = () => undefined,
): Promise<DoctorReport> {
  const all: CheckedFinding[] = [];
  const add = (findings: readonly CheckedFinding[]) => {
    all.push(...findings);
    onFindings(findings);
  };
  let isExamined = true;
  const stopAt = (check: string, finding: Finding) => {
    isExamined = false;
    add([{ check, ...finding }]);
  };
  let config: Config | undefined;
  try {
    const read = readConfig(environment);
    if (options.isDataAlone !== true) requireScanner(read);
    config = read;
  } catch (error) {
    stopAt('settings', bad('settings', { reason: reasonOf(error) }));
  }
  if (config !== undefined) {
    const outside = options.isDataAlone === true ? [] : startOutsideChecks(config);
    try {
      const database = await openDatabase(config, { use: 'asItIs' });
      try {
        for await (const findings of examine(config, database.url, options)) add(findings);
      } finally {
        await database.close();
      }
    } catch (error) {
      stopAt('database', bad('noDatabase', { reason: reasonOf(error) }));
    }
    for (const findings of await outside) add(findings);
  }
  const countOf = (kind: FindingKind) => all.filter((finding) => finding.kind === kind).length;
  const counts = { well: countOf('well'), note: countOf('note'), todo: countOf('todo'), bad: countOf('bad') };
  const exitCode = isExamined ? (counts.bad > 0 ? 1 : 0) : 2;
  const at = instantToIso(systemClock.now());
  return { product: 'svitlo', ...productVersion(), at, findings: all, counts, exitCode };
}

/**
 * `npm run doctor`: check of an installation; `-- --all` recomputes every seal of the billing's audit too, not only those since the
 * last check; `-- --seals <file>` compares the audit with seals that were sent away; `-- --archive <place>` verifies the files of the
 * archive; `-- --clock-is-right` lets money be booked after a clock that was ahead; `-- --files-are-right` names the files of this machine
 * as those of the database; `-- --json` prints one document for scripts. Prints a line for each finding; returns the exit code of the report.
 */
export async function runDoctor(
  environment: Readonly<Record<string, string | undefined>>,
  printLine: (line: string) => void,
  options: DoctorOptions = {},
): Promise<number> {
  if (options.isJson) {
    const report = await examineInstallation(environment, options);
    printLine(JSON.stringify(report, null, 2));
    return report.exitCode;
  }
  printLine(words.start(describeVersion(productVersion())));
  const { counts, exitCode } = await examineInstallation(environment, options, (findings) => {
    for (const { kind, text } of findings) printLine(words[kind](text));
  });
  if (counts.bad > 0) printLine(words.problems(counts.bad));
  else printLine(counts.todo > 0 ? words.todos(counts.todo) : words.allWell);
  return exitCode;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean' },
      seals: { type: 'string' },
      archive: { type: 'string' },
      'clock-is-right': { type: 'boolean' },
      'files-are-right': { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const { all: isAll = false, seals, archive, json: isJson = false } = values;
  const { 'clock-is-right': isClockRight = false, 'files-are-right': areFilesRight = false } = values;
  process.exitCode = await runDoctor(process.env, console.log, {
    isAll,
    seals,
    archive,
    isClockRight,
    areFilesRight,
    isJson,
  });
}
