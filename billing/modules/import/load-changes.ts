import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  changeColumnList,
  changeColumnsOf,
  openChangeQueue,
  recordChanges,
} from '#billing/modules/master-data/public.ts';
import { type ActKey, settleActs } from '#billing/modules/violation-acts/public.ts';
import type { Instant } from '#domain/time/instant.ts';
import { databaseOfClient } from '#platform/database/database.ts';
import type { ProblemCollector } from './problem.ts';

/** Base files say a change in columns of their own. */
const columnOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'meters.csv': { effective_on: 'removed_on', final_values: 'removed_on', initial_values: 'serial_number' },
  'accounts.csv': { effective_on: 'contract_ended_on' },
};

const valuesOf = (column: 'installed_value' | 'removed_value') => `(
  select jsonb_object_agg(r.zone, r.${column}) from stage_register r
  where r.account_number = meter.account_number and r.serial_number = meter.serial_number)`;

/** What base files tell anew of rows that are stored: each is a change as of the day that the row names. */
const recognised: readonly string[] = [
  `insert into change_queue (file, line, account_number, change, effective_on, serial_number, final_values)
    select 'meters.csv', meter.line, meter.account_number, 'meterRemoved', meter.removed_on, meter.serial_number,
      ${valuesOf('removed_value')}
    from stage_meter meter join billing.meter stored using (account_number, serial_number)
    where meter.removed_on is not null and stored.removed_on is null
      and not exists (select from stage_change told where told.account_number = meter.account_number
        and told.serial_number = meter.serial_number and told.effective_on = meter.removed_on
        and told.change in ('meterRemoved', 'meterReplaced'))`,
  `insert into change_queue (file, line, account_number, change, effective_on, serial_number)
    select 'meters.csv', meter.line, meter.account_number, 'meterVerified', meter.verified_on, meter.serial_number
    from stage_meter meter join billing.meter stored using (account_number, serial_number)
    where stored.removed_on is null and meter.verified_on > coalesce(stored.verified_on, '-infinity')`,
  `insert into change_queue (file, line, account_number, change, effective_on)
    select 'accounts.csv', account.line, account.account_number, 'contractEnded', account.contract_ended_on
    from stage_account account join billing.account stored using (account_number)
    where account.contract_ended_on is not null and stored.contract_ended_on is null
      and not exists (select from stage_change told where told.account_number = account.account_number
        and told.change = 'contractEnded')`,
];

/** Remembers, before the base files are loaded, which of their meters are new at accounts that are there already. */
export async function noteNewMeters(client: pg.PoolClient): Promise<void> {
  await client.query(`create temporary table new_meter on commit drop as
    select meter.* from stage_meter meter join billing.account account using (account_number)
    where not exists (select from billing.meter stored where stored.account_number = meter.account_number
      and stored.serial_number = meter.serial_number)`);
}

/** A meter that a base file brought to a stored account is loaded; here it becomes a change, with what it touches. */
const installations = `insert into change_queue (file, line, account_number, change, effective_on, eic_code, serial_number,
    meter_type, zone_scheme, digit_capacity, coefficient, initial_values)
  select 'meters.csv', meter.line, meter.account_number, 'meterInstalled', meter.installed_on, meter.eic_code,
    meter.serial_number, meter.meter_type, meter.zone_scheme, meter.digit_capacity, meter.coefficient,
    ${valuesOf('installed_value')}
  from new_meter meter
  where not exists (select from stage_change told where told.account_number = meter.account_number
    and meter.serial_number in (told.serial_number, told.new_serial_number) and told.effective_on = meter.installed_on
    and told.change in ('meterInstalled', 'meterReplaced'))`;

/**
 * Makes the changes of changes.csv and those that base files tell of stored rows, after the base files are loaded. Problems
 * are gathered with their places; the transaction is then to be rolled back. Returns how many changes were recorded.
 */
export async function loadChanges(
  client: pg.PoolClient,
  now: Instant,
  problems: ProblemCollector,
): Promise<number> {
  const db = databaseOfClient(client) as BillingDatabase;
  await openChangeQueue(db);
  await client.query(`insert into change_queue (file, line, ${changeColumnList})
    select 'changes.csv', line, ${changeColumnsOf('stage_change')} from stage_change`);
  for (const statement of recognised) await client.query(statement);
  await client.query(installations);
  await client.query('analyze change_queue');
  const result = await recordChanges(db, { source: 'importFile', actor: 'import', recordedAt: now });
  if (result.kind === 'recorded') return result.recorded;
  for (const { file, line, column, code, value } of result.problems)
    problems.add({ file, line, column: columnOf[file]?.[column] ?? column, code, value });
  return 0;
}

/** Remembers, before the payments are loaded, which acts that are there already they pay for. */
export async function noteActPayments(client: pg.PoolClient): Promise<void> {
  await client.query(`create temporary table newly_paid_act on commit drop as
    select distinct account_number, act_number
    from stage_payment payment join billing.violation_act act using (account_number, act_number)
    where payment.purpose = 'violationAct'
      and not exists (select from billing.payment known where known.order_id = payment.reference)`);
}

/** Puts the noted acts into the states that their payments make; an act that is new keeps the state of its file. */
export async function settleNotedActs(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<ActKey>(
    `select account_number as "accountNumber", act_number as "actNumber" from newly_paid_act`,
  );
  await settleActs(databaseOfClient(client) as BillingDatabase, rows);
}
