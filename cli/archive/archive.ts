import { parseArgs } from 'node:util';
import { auditEntryChain } from '#billing/modules/events/public.ts';
import { checkPlace } from '#cli/backups/check-place.ts';
import { openDatabase } from '#cli/open-database.ts';
import { firstDay, parseBillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { archiveChain } from '#platform/audit/archive-chain.ts';
import { createClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import { superuserUrlOf } from '#platform/embedded-postgres/embedded-postgres.ts';
import { lowerPriority } from '#platform/host/lower-priority.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import { readConfig } from '#portal/config.ts';
import { readKeys } from '#portal/keys.ts';

const usage = 'Usage: npm run archive -- <folder or s3://bucket/prefix> --before <YYYY-MM>';

/** Advisory-lock key: one archive is made at a time. */
const archiveLock = 8_114_214;

interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

/** Moves the audit of the months before `month` to files at a place. */
async function archive(place: string, month: string, { environment, print }: Context): Promise<void> {
  const config = readConfig(environment);
  checkPlace(place, config);
  const period = parseBillingPeriod(month);
  if (period === undefined) throw new Error(`${month} is no month: YYYY-MM.`);
  if (period > periodOf(kyivDateOf(createClock(config).now())))
    throw new Error(`${month} has not begun: only months that are over are archived.`);
  const { audit: keys } = await readKeys(config);
  if (keys === undefined) throw new Error('There are no keys of the audit: start the server once.');
  const store = openObjects(place, config.s3);
  const database = await openDatabase(config, { use: 'asItIs' });
  const ownerUrl =
    config.databaseUrl === undefined
      ? await superuserUrlOf(config.dataFolder, database.url)
      : (config.databaseAdminUrl ?? database.url);
  const name = 'svitlo-archive';
  const product = connectDatabase<unknown>({ url: database.url, poolSize: 2, name });
  const owner = connectDatabase<unknown>({ url: ownerUrl, poolSize: 1, name });
  try {
    const { rows } = await typedSql({ period: text() })`
      select period from billing.period where state <> 'closed' and period < ${period} order by 1 limit 1`.execute(
      product.db,
    );
    if (rows[0] !== undefined)
      throw new Error(`${rows[0].period} is not closed: npm run close-period -- ${rows[0].period}`);
    const moved = await withAdvisoryLock(product.pool, archiveLock, () =>
      archiveChain(auditEntryChain, {
        ...{ db: product.db, owner: owner.db, store, keys },
        before: kyivMidnight(firstDay(period)),
        onFile: ({ file, rowCount }) => print(`${file}: ${rowCount} rows.`),
      }),
    );
    if (moved === undefined) throw new Error('Another archive is being made.');
    print(
      `${moved} rows of the audit were moved to ${store.address}. Verify: npm run doctor -- --archive ${place}`,
    );
  } finally {
    await owner.close();
    await product.close();
    await database.close();
  }
}

/** `npm run archive`: returns the exit code. */
export async function runArchive(args: readonly string[], context: Context): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { before: { type: 'string' } },
  });
  const [place, ...more] = positionals;
  if (place === undefined || values.before === undefined || more.length > 0) {
    context.print(usage);
    return 1;
  }
  await archive(place, values.before, context);
  return 0;
}

if (import.meta.main) {
  // Requests go first.
  lowerPriority(19);
  process.exitCode = await runArchive(process.argv.slice(2), {
    environment: process.env,
    print: console.log,
  }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  });
}
