import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { insertHistoryTariffs, storeFacts } from '#billing/modules/charges/testing/simulate-histories.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import {
  addMonths,
  type BillingPeriod,
  firstDay,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { until } from '#e2e/support/paying-client.ts';
import { openBooks } from '#e2e/support/product/acknowledged-acts.ts';
import { killedSessionKeys, prepareDatabase } from '#e2e/support/product/kill-fixture.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { sessionEnd } from '#portal/modules/identity/session/session-list.ts';
import { insertSession } from '#portal/modules/identity/session/session-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { makePlace } from '../torture/backup-kinds.ts';
import { runThrough } from '../torture/command-kinds.ts';
import {
  copyInstallation,
  endInstallation,
  findFaults,
  findLeftOver,
  withDatabaseOf,
} from '../torture/installation.ts';
import { createFolders } from '../torture/round.ts';
import { compareYear } from './compare-year.ts';
import { firstOfYear, giveReading, type Household, makeHousehold, pay, valuesOn } from './households.ts';

const months = 12;
const hourMs = 3_600_000;
/** Of the next month, when its windows are over. */
const dayOfClosing = 5;
/** Work that the queue begins by the clock of its database is begun on each of these days of a month. */
const daysOfJobs = [1, 8, 15, 22, 29];

interface Year {
  readonly product: RunningProduct;
  readonly clock: ProductClock;
  readonly households: readonly Household[];
  readonly db: BillingDatabase;
  readonly dataFolder: string;
  readonly counts: Record<string, number>;
  readonly identities: Map<string, string>;
}

const tokens = createTokens(parseKeyRing('SESSION_KEYS', killedSessionKeys));

/** Sessions of households by the clock of the year. */
async function signIn(
  { db, identities }: Year,
  households: readonly Household[],
  now: Instant,
): Promise<void> {
  const portal = db as unknown as PortalDatabase;
  for (const household of households) {
    const { accountNumber } = household;
    const identityId = identities.get(accountNumber);
    const expiresAt = sessionEnd(now);
    let sessionId = newId();
    if (identityId === undefined) {
      const made = await makeSession(portal, fixedClock(now), [accountNumber], 'person');
      identities.set(accountNumber, made.identityId);
      ({ sessionId } = made);
    } else {
      const origin = { device: 'test', address: '', way: 'password', dualAuth: false } as const;
      await insertSession(portal, { sessionId, identityId, startedAt: now, expiresAt, ...origin });
    }
    household.token = tokens.sign({ sessionId, type: 'person', expiresAt });
  }
}

interface Act {
  readonly household: Household;
  readonly run: () => Promise<void>;
}

/** What households do in a month, by day: most give a reading, some correct it the day after, most pay, some twice. */
function planMonth(
  { households, product: { url }, counts }: Year,
  period: BillingPeriod,
): Map<LocalDate, Act[]> {
  const plan = new Map<LocalDate, Act[]>();
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const isLast = period === addMonths(periodOf(firstOfYear), months - 1);
  for (const household of households) {
    const { random } = household;
    const add = (day: LocalDate, run: Act['run']) =>
      plan.set(day, [...(plan.get(day) ?? []), { household, run }]);
    const lastDays = addDays(firstDayAfter(period), -random.between(1, 3));
    if (isLast || random.chance(0.85)) {
      const day = isLast || random.chance(0.7) ? lastDays : addDays(firstDay(period), random.between(5, 22));
      add(day, async () => count(`reading ${await giveReading(url, household, valuesOn(household, day))}`));
      if (day !== lastDays && random.chance(0.1))
        add(addDays(day, 1), async () => {
          const values = valuesOn(household, addDays(day, 1));
          count(`correction ${await giveReading(url, household, values, true)}`);
        });
    }
    for (let left = random.pick([0, 1, 1, 1, 2]); left > 0; left -= 1) {
      const sum = random.between(5_000, 120_000);
      add(addDays(firstDay(period), random.between(0, 27)), async () => {
        await pay(url, household, sum);
        count('payment');
      });
    }
  }
  return plan;
}

/** Begins all periodic work of the product, as its queue does by the clock of the database. */
async function runPeriodicJobs(db: BillingDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select identifier as name from graphile_worker._private_known_crontabs order by 1`.execute(db);
  for (const { name } of rows) await addJob(db, name, {}, { maxAttempts: 1 });
  await until('the jobs are done', async () => {
    const due = await sql`select from graphile_worker._private_jobs j
      where run_at <= now() and attempts < max_attempts limit 1`.execute(db);
    return due.rows.length === 0;
  });
}

/** Lives through a day: its acts at four moments of it, whatever its length. */
async function liveDay(year: Year, day: LocalDate, acts: readonly Act[]): Promise<void> {
  const [begins, ends] = [kyivMidnight(day), kyivMidnight(addDays(day, 1))];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const now = (begins + hourMs / 2 + ((ends - begins) * quarter) / 4) as Instant;
    const own = acts.filter((_, index) => index % 4 === quarter);
    year.clock.set(now);
    await signIn(
      year,
      own.map(({ household }) => household),
      now,
    );
    await Promise.all(own.map(({ run }) => run()));
  }
  if (daysOfJobs.includes(Number(day.slice(8)))) await runPeriodicJobs(year.db);
}

async function bytesOf(db: BillingDatabase): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** What is wrong with the growth of a database: a later quarter that grows half as much again as the second one, which begins without first pages. */
function findGrowth(bytes: readonly number[]): readonly string[] {
  const quarter = (number: number) => (bytes[number * 3] ?? 0) - (bytes[number * 3 - 3] ?? 0);
  return [3, 4]
    .filter((number) => quarter(number) > 1.5 * quarter(2))
    .map((number) => `quarter ${number} grew by ${quarter(number)} bytes, the second one by ${quarter(2)}`);
}

/**
 * Lives through 2028: each month its readings and payments, corrections, closing and backup, by the product's own server and commands.
 * Returns what is wrong at the end.
 */
async function liveYear(count: number, seed: string): Promise<readonly string[]> {
  const folders = createFolders(copyInstallation, endInstallation);
  const [dataFolder, copy] = [await folders.emptyFolder(), await folders.emptyFolder()];
  const { backup, restore } = await makePlace(folders.emptyFolder);
  const first = periodOf(firstOfYear);
  const clock = await createProductClock(kyivInstant(firstOfYear, 0, 10));
  const households = Array.from({ length: count }, (_, index) => makeHousehold(seed, index));
  await prepareDatabase(dataFolder, fixedClock(kyivInstant(firstOfYear, 0, 5)), async ({ db }) => {
    await makeSupplier(db);
    await insertHistoryTariffs(db);
    await storeFacts(db, households, null);
    await setPeriodState(db, addMonths(first, -1), 'closed');
    await setPeriodState(db, first, 'open');
  });
  const { environment } = clock;
  const product = await startProduct({
    dataFolder,
    environment: { ...environment, SESSION_KEYS: killedSessionKeys, LOG_LEVEL: 'error' },
  });
  try {
    const { db, url, close } = await openBooks(dataFolder);
    const counts: Record<string, number> = {};
    const year = {
      product,
      clock,
      households,
      db,
      dataFolder,
      counts,
      identities: new Map<string, string>(),
    };
    const bytes = [await bytesOf(db)];
    const through = addDays(firstDay(addMonths(first, months)), dayOfClosing - 1);
    let plan = new Map<LocalDate, Act[]>();
    for (let day = firstOfYear; day <= through; day = addDays(day, 1)) {
      const period = periodOf(day);
      if (day === firstDay(period))
        plan = period < addMonths(first, months) ? planMonth(year, period) : new Map();
      await liveDay(year, day, plan.get(day) ?? []);
      if (Number(day.slice(8)) !== dayOfClosing || day < firstDay(addMonths(first, 1))) continue;
      clock.set(kyivInstant(day, 22, 0));
      const closed = addMonths(period, -1);
      await runThrough(dataFolder, { script: 'close-period.ts', args: [closed] }, { environment });
      await runThrough(dataFolder, backup, { environment });
      bytes.push(await bytesOf(db));
      const grown = ((bytes.at(-1) ?? 0) - (bytes.at(-2) ?? 0)) / count / 1000;
      console.log(`${closed}: ${grown.toFixed(1)} kB an account`);
    }
    console.log(JSON.stringify(counts));
    const wrong = [
      ...(await compareYear(db, households, { first, months })),
      ...(await findFaults(dataFolder, url, environment)),
      ...findGrowth(bytes),
    ];
    await close();
    const code = await product.stop();
    if (code !== 0) wrong.push(`the server ended with ${code}`);
    wrong.push(...(await findLeftOver(dataFolder)));
    await runThrough(copy, restore, { environment });
    await withDatabaseOf(copy, async (server) => {
      const restored = connectDatabase<unknown>({ url: server.url, poolSize: 1 });
      const same = await compareYear(restored.db as BillingDatabase, households, { first, months });
      wrong.push(...same.map((what) => `restored: ${what}`));
      await restored.close();
    });
    return wrong;
  } finally {
    await product.stop();
    await clock.remove();
    await folders.remove();
  }
}

/** `npm run live-a-year -- [households] [seed]`: exits with 1 when anything is wrong. */
const [given = '200', seed = '1'] = process.argv.slice(2);
const wrong = await liveYear(Number(given), seed);
for (const line of wrong.slice(0, 20)) console.log(line);
console.log(`a year of ${given} households with the seed ${seed}: ${wrong.length} wrong`);
process.exitCode = wrong.length === 0 ? 0 : 1;
