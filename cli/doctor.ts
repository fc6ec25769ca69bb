import { parseArgs } from 'node:util';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { words } from '#cli/output/doctor.template.ts';
import { type Clock, createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { readMigrationState } from '#platform/database/migrate.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { type Config, readConfig } from '#portal/config.ts';
import { createPaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { keySettings } from '#portal/keys.ts';
import { payWays, providerName } from '#portal/modules/payments/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { checkAudit } from './doctor/check-audit.ts';
import {
  checkBooksOf,
  checkClock,
  checkFlows,
  checkJobs,
  checkKeys,
  checkLowerValues,
  checkMeters,
  checkWrites,
  type Finding,
} from './doctor/checks.ts';
import { declareClockRight } from './doctor/clock-is-right.ts';
import { migrationSets, openDatabase } from './open-database.ts';

/** Checks the payment providers; production needs at least one. */
function checkProviders(config: Config, db: PortalDatabase, clock: Clock): Finding[] {
  // Nothing is sent or signed here, so any key is valid.
  const links = parseKeyRing(keySettings.links, newKeyRingText());
  const ways = payWays(createPaymentGateways({ db, clock, config, links }));
  const findings = ways.map(({ provider, mode }): Finding => {
    return { kind: mode === 'real' ? 'well' : 'note', line: words.provider(providerName(provider), mode) };
  });
  const isOff = ways.every(({ mode }) => mode === 'off');
  return isOff ? [...findings, { kind: 'bad', line: words.noProviders }] : findings;
}

interface DoctorOptions {
  /** Recomputes every seal of the billing's audit, not only those since the last check. */
  readonly isAll: boolean;
  /** A file with lines of seals that were sent away. */
  readonly seals?: string | undefined;
  /** Sets the moment of the newest booking to now, when it is in the future. */
  readonly isClockRight?: boolean;
}

/** Runs all checks in order; an outdated schema skips those that need it. */
async function* examine(config: Config, url: string, options: DoctorOptions): AsyncGenerator<Finding[]> {
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 4, name: 'svitlo-doctor' });
  try {
    const { pending, refusal } = await readMigrationState(url, migrationSets);
    yield [{ kind: 'well', line: words.database }];
    if (refusal !== undefined) {
      yield [{ kind: 'bad', line: words.otherVersion(refusal) }];
      return;
    }
    if (pending.length > 0) {
      yield [{ kind: 'bad', line: words.pending(pending) }];
      return;
    }
    yield [{ kind: 'well', line: words.migrations }];
    const billing = db as BillingDatabase;
    const clock = createClock(config);
    const now = clock.now();
    yield await checkWrites(url, config.dataFolder);
    if (options.isClockRight) yield await declareClockRight(billing);
    yield await checkClock(billing, now);
    yield await checkJobs(billing, now);
    yield await checkFlows(billing, now);
    yield await checkKeys(db as PortalDatabase, config);
    yield checkProviders(config, db as PortalDatabase, clock);
    yield await checkMeters(billing);
    yield await checkLowerValues(billing);
    yield await checkBooksOf(billing);
    yield await checkAudit(db as PortalDatabase, config, options);
  } finally {
    await close();
  }
}

/**
 * `npm run doctor`: check of an installation; `-- --all` recomputes every seal of the billing's audit too, not only those since the
 * last check; `-- --seals <file>` compares the audit with seals that were sent away; `-- --clock-is-right` lets money be booked after
 * a clock that was ahead. Prints a line for each finding; returns the exit code, 1 when there is a problem.
 */
export async function runDoctor(
  environment: Readonly<Record<string, string | undefined>>,
  printLine: (line: string) => void,
  options: DoctorOptions = { isAll: false },
): Promise<number> {
  const config = readConfig(environment);
  printLine(words.start);
  let problems = 0;
  const print = (findings: readonly Finding[]) => {
    for (const { kind, line } of findings) printLine(words[kind](line));
    problems += findings.filter(({ kind }) => kind === 'bad').length;
  };
  try {
    const database = await openDatabase(config, { use: 'asItIs' });
    try {
      for await (const findings of examine(config, database.url, options)) print(findings);
    } finally {
      await database.close();
    }
  } catch (error) {
    print([{ kind: 'bad', line: words.noDatabase(error instanceof Error ? error.message : String(error)) }]);
  }
  printLine(problems === 0 ? words.allWell : words.problems(problems));
  return problems === 0 ? 0 : 1;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { all: { type: 'boolean' }, seals: { type: 'string' }, 'clock-is-right': { type: 'boolean' } },
  });
  const { all: isAll = false, seals, 'clock-is-right': isClockRight = false } = values;
  process.exitCode = await runDoctor(process.env, console.log, { isAll, seals, isClockRight });
}
