import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '#cli/output/run-command.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { describeVersion, productVersion } from '#platform/host/version.ts';
import { withoutSecrets } from '#platform/without-secrets.ts';
import { type ZipEntry, zipFiles } from '#platform/zip/zip-files.ts';
import { type Config, readConfig } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { examineInstallation } from '../doctor.ts';
import { openDatabase } from '../open-database.ts';
import {
  describeSettings,
  readFailures,
  readJobs,
  readMachine,
  readMigrations,
  readNodes,
  readServer,
  readTables,
  reportWithoutTexts,
} from './collect-facts.ts';
import { reasonOf } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const metricsMs = 5000;

/** The metrics of the server that runs beside this command. @throws Error when there is none, or it shows none to this machine. */
async function readMetrics({ port, metricsAccess: { token } }: Config): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(metricsMs),
  });
  if (!response.ok) throw new Error(`GET /metrics: ${response.status}`);
  return response.text();
}

/** What could be read, or why not: a bundle is made when something is wrong. */
async function orReason<Facts>(read: Promise<Facts>): Promise<Facts | { readonly notRead: string }> {
  try {
    return await read;
  } catch (error) {
    return { notRead: withoutSecrets(reasonOf(error)) };
  }
}

/** Instants are fields named `at` or `…At`. */
function toPlain(name: string, value: unknown): unknown {
  if (typeof value === 'number' && /^at$|At$/.test(name)) return instantToIso(value as Instant);
  return typeof value === 'bigint' ? Number(value) : value;
}
const toJson = (facts: unknown) => `${JSON.stringify(facts, toPlain, 2)}\n`;

const ofDatabase = {
  'database.json': readServer,
  'migrations.json': readMigrations,
  'tables.json': readTables,
  'jobs.json': readJobs,
  'failures.json': readFailures,
  'nodes.json': readNodes,
} satisfies Record<string, (db: PortalDatabase) => Promise<unknown>>;

async function* readDatabaseFiles(config: Config): AsyncGenerator<readonly [name: string, content: string]> {
  const database = await openDatabase(config, { use: 'asItIs' });
  try {
    const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1, name: 'svitlo-doctor' });
    try {
      for (const [name, read] of Object.entries(ofDatabase))
        yield [name, toJson(await orReason<unknown>(read(db as PortalDatabase)))];
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

/** The files of a bundle. Nothing in them names a customer, and no secret is in them. */
async function* readFiles(
  environment: Environment,
): AsyncGenerator<readonly [name: string, content: string]> {
  yield ['version.json', toJson({ ...productVersion(), at: instantToIso(systemClock.now()) })];
  // The settings are those that the configuration asks for, so that none is forgotten here.
  const names = new Set<string>();
  const recording = new Proxy(environment, {
    get(target, name) {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(target, name) as string | undefined;
    },
  });
  let config: Config | undefined;
  try {
    config = readConfig(recording);
  } catch {
    // The doctor says why; the settings up to the wrong one are listed.
  }
  yield ['settings.json', toJson(describeSettings(environment, names))];
  yield ['doctor.json', toJson(reportWithoutTexts(await examineInstallation(environment)))];
  if (config === undefined) return;
  yield ['machine.json', toJson(await readMachine(config))];
  const metrics = await orReason(readMetrics(config));
  yield typeof metrics === 'string' ? ['metrics.txt', metrics] : ['metrics.json', toJson(metrics)];
  try {
    yield* readDatabaseFiles(config);
  } catch (error) {
    yield ['database.json', toJson({ notRead: withoutSecrets(reasonOf(error)) })];
  }
}

/**
 * Writes a ZIP with what an engineer needs to see from afar: the report of the doctor by codes, versions, names of settings, migrations,
 * sizes of tables, the queue, references of failures, nodes, metrics, the machine. It has no personal data and no secrets, and is
 * made also while the database does not answer. The file is there whole or not at all.
 */
export async function writeSupportBundle(environment: Environment, path: string): Promise<readonly string[]> {
  const written: string[] = [];
  const modifiedAt = systemClock.now();
  async function* entries(): AsyncGenerator<ZipEntry> {
    for await (const [name, content] of readFiles(environment)) {
      written.push(name);
      yield {
        name,
        modifiedAt,
        parts: (async function* () {
          yield Buffer.from(content);
        })(),
      };
    }
  }
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    for await (const chunk of zipFiles(entries())) await file.writeFile(chunk);
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
  return written;
}

/** `npm run support-bundle -- <file.zip>`. */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    console.error('Usage: npm run support-bundle -- <file.zip>');
    return 1;
  }
  const path = resolve(file);
  console.log(
    `Svitlo ${describeVersion(productVersion())}: the doctor looks at everything; this takes a while.`,
  );
  const files = await writeSupportBundle(process.env, path);
  console.log(`Written: ${path} (${files.join(', ')}). It has no personal data and no secrets.`);
  return 0;
}

if (import.meta.main) await runCommand(main);
