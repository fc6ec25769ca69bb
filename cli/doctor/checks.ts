import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger, readBookingClock } from '#billing/modules/ledger/public.ts';
import { isClockBehind } from '#domain/ledger/booking-clock.ts';
import { orderExpiryMinutes } from '#domain/payments/payment-orders.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { connectDatabase, limitsOf } from '#platform/database/database.ts';
import { float8, int4, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { periodicKey } from '#platform/jobs/add-jobs.ts';
import { tryWriteDatabase, tryWriteFolder } from '#portal/http/try-write.ts';
import { type KeyPurpose, type KeySource, type Keys, keySettings, readKeys } from '#portal/keys.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { bad, type Finding, maxNamed, note, reasonOf, well } from './finding.ts';

const hourMs = 3_600_000;

function ago(now: Instant, ms: number) {
  return sql`${instantToIso((now - ms) as Instant)}::timestamptz`;
}

/** Commits of the doctor hang for no longer. */
const writeLimits = limitsOf(5);

/**
 * Checks that the disks of database and data folder are writable, on a connection with time limits; leaves one row that says when the
 * doctor looked.
 */
export async function checkWrites(url: string, dataFolder: string): Promise<Finding[]> {
  const { db, close } = connectDatabase<unknown>({
    url,
    poolSize: 1,
    name: 'svitlo-doctor',
    limits: writeLimits,
  });
  const database = await tryWriteDatabase(db as PortalDatabase, 'doctor')
    .then(
      () => well('databaseWrite'),
      (error: unknown) => bad('noDatabaseWrite', { reason: reasonOf(error) }),
    )
    .finally(close);
  const folder = await tryWriteFolder(dataFolder).then(
    () => well('folderWrite', { folder: dataFolder }),
    (error: unknown) => bad('noFolderWrite', { folder: dataFolder, reason: reasonOf(error) }),
  );
  return [database, folder];
}

/** Checks the consistency of the ledger; lists the first twenty differences. */
export async function checkBooksOf(db: BillingDatabase): Promise<Finding[]> {
  let accounts = 0;
  const problems = await checkLedger(db, maxNamed, (count) => {
    accounts += count;
  });
  if (problems.length === 0) return [well('books', { accounts })];
  return problems.map(({ rule, accountNumber: account, subject, expected, found }) =>
    bad('bookProblem', { rule, account, subject, expected, found }),
  );
}

/**
 * Finds meters at one metering point on the same days with the same zone: their consumption was charged twice, for
 * example after a replacement without a recorded removal. Lists the first twenty.
 */
export async function checkMeters(db: BillingDatabase): Promise<Finding[]> {
  const { rows } = await typedSql({
    account: text(),
    point: text(),
    serials: text(),
    since: text(),
    count: int4(),
  })`
    select a.account_number as account, a.eic_code as point, a.serial_number || ', ' || b.serial_number as serials,
      greatest(a.installed_on, b.installed_on)::text as since, (count(*) over ())::int as count
    from billing.meter a
    join billing.meter b on b.account_number = a.account_number and b.eic_code = a.eic_code
      and (b.installed_on, b.meter_id) > (a.installed_on, a.meter_id)
      and b.installed_on < coalesce(a.removed_on, 'infinity')
      and coalesce(b.removed_on, 'infinity') > b.installed_on
    where 'disabled' not in (a.meter_state, b.meter_state) and exists (
      select from billing.register r join billing.register s using (account_number, zone)
      where r.account_number = a.account_number and r.meter_id = a.meter_id and s.meter_id = b.meter_id)
    order by 1, 2, 3 limit ${maxNamed}`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return [well('meters')];
  return [
    bad('metersTwice', { count }),
    ...rows.map(({ account, point, serials, since }) =>
      note('meterTwice', { account, point, serials, since }),
    ),
  ];
}

/**
 * Finds months in which a register counted something else than its dial went: a value went back and no roll-over explains it, so
 * that nothing was counted up to it. Lists the newest twenty.
 */
export async function checkLowerValues(db: BillingDatabase): Promise<Finding[]> {
  const { rows } = await typedSql({
    account: text(),
    serial: text(),
    zone: text(),
    period: text(),
    opening: float8(),
    closing: float8(),
    kwh: float8(),
    count: int4(),
  })`
    select account_number as account, m.serial_number as serial, c.zone, c.period, c.opening_value::float8 as opening,
      c.closing_value::float8 as closing, (c.energy_wh / 1000)::float8 as kwh, (count(*) over ())::int as count
    from billing.consumption c join billing.meter m using (account_number, meter_id)
    where mod(((c.closing_value - c.opening_value) * m.coefficient * 1000 - c.energy_wh + c.overestimated_wh)::numeric,
      10 ^ m.digit_capacity::numeric * m.coefficient * 1000) <> 0
    order by c.period desc, account_number, m.serial_number, c.zone limit ${maxNamed}`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return [well('dials')];
  return [
    note('lowerValues', { count }),
    ...rows.map(({ account, serial, zone, period, opening, closing, kwh }) =>
      note('lowerValue', { account, serial, zone: zone as Zone, period, opening, closing, kwh }),
    ),
  ];
}

/** Checks that the clock allows booking. */
export async function checkClock(db: BillingDatabase, now: Instant): Promise<Finding[]> {
  const { newest, differsBySeconds } = await readBookingClock(db);
  if (differsBySeconds !== undefined) return [bad('clockDiffers', { seconds: differsBySeconds })];
  if (!isClockBehind(now, newest)) return [well('clock')];
  return [bad('clockBehind', { now: instantToIso(now), newest: instantToIso(newest) })];
}

/** Finds jobs that failed permanently or are not processed. */
export async function checkJobs(db: BillingDatabase, now: Instant): Promise<Finding[]> {
  const failed = await typedSql({ task: text(), count: int4(), error: nullable(text()) })`
    select task_identifier as task, count(*)::int as count, max(last_error) as error from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null group by 1 order by 1`.execute(db);
  const late = await typedSql({ task: text(), count: int4() })`
    select task_identifier as task, count(*)::int as count from graphile_worker.jobs
    where attempts < max_attempts and greatest(run_at, created_at) < ${ago(now, hourMs)}
      and (locked_at is null or locked_at < ${ago(now, hourMs)})
      and key is distinct from ${periodicKey('')} || task_identifier
    group by 1 order by 1`.execute(db);
  const findings = [
    ...failed.rows.map(({ task, count, error }) =>
      bad('failedJobs', { task, count, error: error?.split('\n')[0] ?? '' }),
    ),
    ...late.rows.map(({ task, count }) => bad('lateJobs', { task, count })),
  ];
  return findings.length > 0 ? findings : [well('jobs')];
}

async function countOf(db: BillingDatabase, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`select count(*)::int as count from ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Operator events of the last seven days: their number and the newest twenty. */
async function listEvents(db: BillingDatabase, now: Instant): Promise<Finding[]> {
  const { rows } = await typedSql({ kind: text(), subject: text(), count: int4() })`
    select kind, subject, (count(*) over ())::int as count from billing.operator_event
    where happened_at > ${ago(now, 7 * 24 * hourMs)} order by happened_at desc, event_id limit ${maxNamed}`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return [];
  return [
    note('events', { count }),
    ...rows.map(({ kind, subject }) => note('event', { event: kind, subject })),
  ];
}

/** Finds orders that no job ends, money that never landed, unread events, and lists recent operator events. */
export async function checkFlows(db: BillingDatabase, now: Instant): Promise<Finding[]> {
  const overdue = ago(now, orderExpiryMinutes * 60_000 + hourMs);
  const orders = await countOf(
    db,
    sql`billing.payment where state in ('started', 'sent') and started_at < ${overdue}`,
  );
  const lost = await countOf(
    db,
    sql`billing.payment where state = 'confirmed' and expected_on < (${ago(now, 7 * 24 * hourMs)})::date`,
  );
  const news = await countOf(db, sql`billing.outbox_event where created_at < ${ago(now, hourMs)}`);
  const events = await listEvents(db, now);
  return [
    orders > 0 ? bad('stuckOrders', { count: orders }) : well('orders'),
    ...(lost > 0 ? [note('lostMoney', { count: lost })] : []),
    news > 0 ? bad('lateNews', { count: news }) : well('news'),
    ...events,
  ];
}

/** What is sealed by each ring that seals, beginning with the id of its key (`prependKeyId`). Recovery codes carry one too. */
const sealedBy = {
  messages: sql`select body_sealed as sealed from portal.outgoing_message where body_sealed is not null`,
  factors: sql`
    select secret_sealed as sealed from portal.second_factor where secret_sealed is not null
    union all select code_digest from portal.recovery_code where used_at is null`,
  links: sql`
    select subscription_sealed as sealed from portal.push_subscription
    union all select secret_sealed from portal.calendar_link`,
} satisfies Partial<Record<KeyPurpose, unknown>>;

/**
 * Tells which keys what is sealed still needs: a key that is missing is a problem; of the old ones, whether they may be
 * dropped. Before the first start there are none but those of the environment.
 */
export async function checkKeys(db: PortalDatabase, source: KeySource): Promise<Finding[]> {
  let keys: Partial<Keys>;
  try {
    keys = await readKeys(source);
  } catch (error) {
    return [bad('noKeys', { reason: reasonOf(error) })];
  }
  const findings: Finding[] = [];
  for (const purpose of Object.keys(sealedBy) as (keyof typeof sealedBy)[]) {
    const { rows } = await typedSql({ id: text(), count: int4() })`
      select encode(substring(sealed from 2 for get_byte(sealed, 0)), 'escape') as id, count(*)::int as count
      from (${sealedBy[purpose]}) as rows group by 1 order by 1`.execute(db);
    const setting = keySettings[purpose];
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    const known = keys[purpose]?.keys.map(({ id }) => id) ?? [];
    for (const [id, count] of counts)
      if (!known.includes(id)) findings.push(bad('keyMissing', { setting, id, count }));
    for (const id of known.slice(1)) {
      const count = counts.get(id) ?? 0;
      findings.push(
        count > 0 ? note('keyInUse', { setting, id, count }) : note('keyUnused', { setting, id }),
      );
    }
  }
  return findings.some(({ kind }) => kind === 'bad') ? findings : [well('keys'), ...findings];
}
