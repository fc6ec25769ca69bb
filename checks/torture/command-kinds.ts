import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import { kioskFile } from '#billing/modules/bank-statements/testing/statement-fixture.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { prepareDatabase } from '#e2e/support/product/kill-fixture.ts';
import { createProductClock } from '#e2e/support/product/product-clock.ts';
import { systemClock } from '#platform/clock.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import type { Random } from '#sample/random.ts';
import {
  describeSchema,
  digestColumns,
  digestRows,
  type TableColumns,
} from '../migrations/database-content.ts';
import {
  type Command,
  findFaults,
  findLeftOver,
  type KillTarget,
  killInstallation,
  startCommand,
  withDatabaseOf,
} from './installation.ts';
import type { PreparedKind, Round, RoundResult, TortureKind } from './round.ts';
import { readStableColumns } from './stable-columns.ts';

/** What a command works on. */
export interface CommandSetting {
  /** Made with what the commands find; rounds copy it. */
  readonly template: string;
  /** One after the other; each must end with success. */
  readonly steps: readonly Command[];
  readonly environment: Readonly<Record<string, string>>;
  /** Columns, of whichever table, that count tries too. */
  readonly except?: readonly string[];
  /** Tables of what a server records of its own work. */
  readonly records?: RegExp;
  /** Tables that a repetition of the steps changes; absent: it is not tried. */
  readonly changedByRepetition?: readonly string[];
}

/** How long a run takes that nothing disturbs, milliseconds from its start. */
interface Duration {
  /** Until it has its database; undefined: it does not announce one. */
  readonly readyMs: number | undefined;
  readonly totalMs: number;
}

const longestRunMs = 180_000;

/** Whether the database that a command has started is announced in its data folder; the file is read while it is written, too. */
async function hasDatabase(dataFolder: string, processId: number | undefined): Promise<boolean> {
  try {
    const text = await readFile(join(dataFolder, 'running.json'), 'utf8');
    const running = JSON.parse(text) as { processId?: number; databaseUrl?: string };
    return running.processId === processId && Boolean(running.databaseUrl);
  } catch {
    return false;
  }
}

/** Resolves when a command has its database or has ended: milliseconds until then, undefined when it has ended. */
async function untilDatabase(
  dataFolder: string,
  { process: child, ended }: ReturnType<typeof startCommand>,
): Promise<number | undefined> {
  const begun = performance.now();
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (await hasDatabase(dataFolder, child.pid)) return performance.now() - begun;
    await sleep(5);
  }
  return undefined;
}

/** Runs a command to its end. @throws Error with its output when it fails or hangs. */
export async function runThrough(
  dataFolder: string,
  command: Command,
  setting: Pick<CommandSetting, 'environment'>,
): Promise<Duration> {
  const begun = performance.now();
  const running = startCommand(dataFolder, command, setting.environment);
  const deadline = setTimeout(() => void killInstallation(dataFolder, 'both'), longestRunMs);
  const readyMs = await untilDatabase(dataFolder, running);
  const isDone = await running.ended;
  clearTimeout(deadline);
  if (!isDone) throw new Error(`${command.script} failed:\n${running.output()}`);
  return { readyMs, totalMs: performance.now() - begun };
}

/** Starts a command and kills it somewhere on its way. Returns whether it was killed, and done or not, and what hung. */
export async function runAndKill(
  dataFolder: string,
  {
    command,
    setting,
    duration,
    random,
  }: { command: Command; setting: Pick<CommandSetting, 'environment'>; duration: Duration; random: Random },
): Promise<{ readonly isHit: boolean; readonly isDone: boolean; readonly wrong: readonly string[] }> {
  const { readyMs, totalMs } = duration;
  // As likely at each moment of its time: those before its database is there and those after are measured apart.
  const [isEarly, moment] = [random.chance((readyMs ?? 0) / totalMs), random.next()];
  const target = random.pick<KillTarget>(['product', 'database', 'both']);
  const running = startCommand(dataFolder, command, setting.environment);
  if (readyMs === undefined) await sleep(moment * totalMs);
  else if (isEarly) await sleep(moment * readyMs);
  else {
    await untilDatabase(dataFolder, running);
    await sleep(moment * (totalMs - readyMs));
  }
  const isRunning = running.process.exitCode === null && running.process.signalCode === null;
  const isHit = (await killInstallation(dataFolder, target)) && isRunning;
  const deadline = new AbortController();
  const outcome = await Promise.race([
    running.ended,
    sleep(60_000, 'hangs' as const, { signal: deadline.signal }),
  ]);
  deadline.abort();
  if (outcome !== 'hangs') return { isHit, isDone: outcome, wrong: [] };
  await killInstallation(dataFolder, 'both');
  await running.ended;
  return { isHit, isDone: false, wrong: [`${command.script} hangs after a kill of ${target}`] };
}

/** Digests of the rows of tables, and of each of their columns, which names what differs. */
interface Digests {
  readonly rows: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

function digestsOf(dataFolder: string, tables: TableColumns): Promise<Digests> {
  return withDatabaseOf(dataFolder, async ({ url }) => ({
    rows: {
      ...(await digestRows(url, tables)),
      schema: JSON.stringify(await describeSchema(url)),
    },
    columns: await digestColumns(url, tables),
  }));
}

/** Names of tables whose rows are others than expected, with their columns. */
function differencesOf(
  tables: TableColumns,
  { expected, found, except }: { expected: Digests; found: Digests; except: readonly string[] },
): readonly string[] {
  return Object.entries({ ...tables, schema: [] })
    .filter(([table]) => !except.includes(table) && expected.rows[table] !== found.rows[table])
    .map(([table, columns]) => {
      const differing = columns.filter(
        (_, at) => expected.columns[table]?.[at] !== found.columns[table]?.[at],
      );
      const [was, is] = [expected, found].map(
        ({ rows }) => /^\d+ rows/.exec(rows[table] ?? '')?.[0] ?? 'other',
      );
      return `${table} (${differing.join(', ')}): ${is}, not ${was}`;
    });
}

/** Runs the steps of a command in a copy, each killed up to three times before it is let through. */
async function runKilledSteps(
  dataFolder: string,
  setting: CommandSetting,
  durations: readonly Duration[],
  random: Random,
) {
  let kills = 0;
  const [wrong, servingMs] = [[] as string[], [] as number[]];
  for (const [index, command] of setting.steps.entries()) {
    const duration = durations[index] as Duration;
    let isDone = false;
    for (let left = random.between(1, 3); left > 0 && !isDone; left -= 1) {
      const end = await runAndKill(dataFolder, { command, setting, duration, random });
      isDone = end.isDone;
      if (end.isHit) kills += 1;
      wrong.push(...end.wrong);
    }
    if (!isDone) {
      const { readyMs } = await runThrough(dataFolder, command, setting);
      if (readyMs !== undefined && kills > 0) servingMs.push(readyMs);
    }
  }
  return { kills, wrong, servingMs };
}

/** The rounds of commands: each leaves what a run leaves that nothing disturbs. */
async function prepareCommand(
  setting: CommandSetting,
  { copyOf }: Pick<Round, 'copyOf'>,
): Promise<PreparedKind> {
  const undisturbed = async () => {
    const folder = await copyOf(setting.template);
    const durations: Duration[] = [];
    for (const command of setting.steps) durations.push(await runThrough(folder, command, setting));
    return { folder, durations };
  };
  const first = await undisturbed();
  const second = await undisturbed();
  // Columns of moments and of ids by chance differ between any two runs.
  const tables = await withDatabaseOf(first.folder, ({ url }) =>
    withDatabaseOf(second.folder, ({ url: other }) => readStableColumns(url, other, setting)),
  );
  const expected = await digestsOf(first.folder, tables);
  return {
    async round({ random, copyOf: copy }): Promise<RoundResult> {
      const folder = await copy(setting.template);
      const { kills, wrong, servingMs } = await runKilledSteps(folder, setting, second.durations, random);
      const found = await digestsOf(folder, tables);
      const lost = differencesOf(tables, { expected, found, except: [] });
      let doubled: readonly string[] = [];
      if (setting.changedByRepetition) {
        for (const command of setting.steps) await runThrough(folder, command, setting);
        const repeated = await digestsOf(folder, tables);
        const except = setting.changedByRepetition;
        doubled = differencesOf(tables, { expected: found, found: repeated, except });
      }
      wrong.push(
        ...(await withDatabaseOf(folder, ({ url }) => findFaults(folder, url, setting.environment))),
      );
      wrong.push(...(await findLeftOver(folder)));
      return { kills, acknowledged: setting.steps.length, lost, doubled, wrong, servingMs };
    },
  };
}

export function commandKind(
  name: string,
  makeSetting: (folders: Pick<Round, 'emptyFolder'>) => Promise<CommandSetting>,
): TortureKind {
  return { name, prepare: async (folders) => prepareCommand(await makeSetting(folders), folders) };
}

const october = billingPeriod('2026-10');
const november = billingPeriod('2026-11');

/** A first start, on an empty data folder. */
const migration = commandKind('migration', async ({ emptyFolder }) => ({
  template: await emptyFolder(),
  steps: [{ script: 'start.ts', args: [], until: 'Svitlo is ready' }],
  environment: { NODE_ENV: 'production', CLAMD: 'off', SEAL_KEY_FILE: 'off' },
  records: /^portal\.(call_|fm_call|name_latency|slow_call|node|commit)/,
  changedByRepetition: [],
}));

const importing = commandKind('import', async ({ emptyFolder }) => {
  const [template, supplier] = [await emptyFolder(), await emptyFolder()];
  const clock = await createProductClock(instantFromIso('2026-11-20T10:00:00Z'));
  await prepareDatabase(template, systemClock, () => Promise.resolve());
  await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, '../../bench/make-folder.ts'),
    ...['300', supplier, '--months', '6', '--sign-ins', '20', '--today', '2026-11-20'],
  ]);
  return {
    template,
    steps: [{ script: 'import.ts', args: [supplier] }],
    environment: clock.environment,
    // Each try is one, and the audit names its number.
    records: /^billing\.import_run$/,
    except: ['after', 'run_done_before', 'newest_at'],
    changedByRepetition: [],
  };
});

const closing = commandKind('closing', async ({ emptyFolder }) => {
  const template = await emptyFolder();
  const clock = await createProductClock(instantFromIso('2026-12-05T10:00:00Z'));
  await prepareDatabase(template, systemClock, () => Promise.resolve());
  const server = await startEmbeddedPostgres({ dataFolder: template, databaseName: 'svitlo' });
  const pool = new pg.Pool({ connectionString: server.adminUrl, max: 1 });
  // A connection that is still ending when the server stops.
  pool.on('error', () => undefined);
  await seedClosing(pool, {
    accounts: 3000,
    periods: [october, november],
    withContracts: true,
    historyMonths: 1,
  });
  await pool.end();
  await server.stop();
  return {
    template,
    // The second recalculates what is estimated in the first.
    steps: [october, november].map((period) => ({ script: 'close-period.ts', args: [period] })),
    environment: clock.environment,
    // Where the last try began.
    except: ['run_done_before'],
    changedByRepetition: [],
  };
});

const statementRows = 6000;

const statement = commandKind('statement', async ({ emptyFolder }) => {
  const [template, files] = [await emptyFolder(), await emptyFolder()];
  const now = instantFromIso('2026-11-20T10:00:00Z');
  const clock = await createProductClock(now);
  const accounts = await prepareDatabase(template, fixedClock(now), async ({ db }) => {
    await makeSupplier(db);
    const made: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      const { accountNumber } = await makeAccount(db);
      await makeCharge(db, accountNumber, october, '432.50');
      made.push(accountNumber);
    }
    return made;
  });
  const rows = Array.from({ length: statementRows }, (_, index) => ({
    date: '2026-11-05',
    account: index % 50 === 49 ? '' : (accounts[index % accounts.length] ?? ''),
    sum: `${1 + (index % 3)}.05`,
  }));
  const path = join(files, 'statement.csv');
  await writeFile(path, kioskFile(rows));
  return {
    template,
    steps: [{ script: 'import-bank-statement.ts', args: [path, '--format', 'kiosk-daily'] }],
    environment: clock.environment,
    // One that is killed when all is booked is imported again as a statement of duplicates: what counts are payments and their entries.
    records: /^billing\.bank_statement/,
    except: ['statement_number', 'evidence'],
    changedByRepetition: ['billing.audit_entry'],
  };
});

export const commandKinds: readonly TortureKind[] = [migration, importing, closing, statement];
