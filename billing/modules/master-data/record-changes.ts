import { CompiledQuery, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type RecalculationRequest, requestRecalculations } from '#billing/modules/charges/public.ts';
import { holderContractStatements } from '#billing/modules/contracts/public.ts';
import { type AuditOrigin, auditFrom } from '#billing/modules/events/public.ts';
import { supersedeReadingsAfter } from '#billing/modules/readings/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type Columns, compiledSql, int4, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { type ChangeProblem, findProblems } from './check-changes.ts';
import {
  accountsFrom,
  accountTariffsFrom,
  endPointsFrom,
  newObjectCode,
  premisesFrom,
} from './master-data-store.ts';
import { channelNames, createTables, expandHolders, takeWave } from './pending-changes.ts';

/** From the first change on, the dated values of an account or a point begin with this day: how it was before. */
const beginning = `'1950-01-01'::date`;

/** A stable id made of a natural key (UUID version 8), as the import makes the ids of meters. */
function idOf(key: string): string {
  return `overlay(overlay(md5(${key}) placing '8' from 13) placing '8' from 17)::uuid`;
}

/** The changes of these kinds that the wave makes, as `p`; those that are done already are left out. */
function changes(...kinds: readonly string[]): string {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  return `(select * from pending_change where not is_done and change in (${list})) p`;
}

const removals = changes('meterRemoved', 'meterReplaced', 'zones');
const installations = changes('meterInstalled', 'meterReplaced', 'zones');
const newSerial = `case p.change when 'meterReplaced' then p.new_serial_number else p.serial_number end`;
const newMeterKey = `'meter:' || p.account_number || ':' || ${newSerial}`;

/**
 * The dated tariff of an account: how it was before, the tariff from its day on (a correction puts its own in the place of a
 * wrong one of the same day), and the newest as what the account says.
 */
const tariffStatements = [
  `${accountTariffsFrom(`(
    select distinct p.account_number, ${beginning} as valid_from, a.tariff_code
    from ${changes('tariff')} join billing.account a using (account_number)) before`)} on conflict do nothing`,
  `${accountTariffsFrom(`(
    select p.account_number, p.effective_on as valid_from, p.tariff_code from ${changes('tariff')}) dated`)}
    on conflict (account_number, valid_from) do update set tariff_code = excluded.tariff_code`,
  `update billing.account a set tariff_code = (select v.tariff_code from billing.account_tariff v
      where v.account_number = a.account_number order by v.valid_from desc limit 1)
    from ${changes('tariff')} where a.account_number = p.account_number`,
];

/** The same for a value of a metering point. */
function pointValue(kind: string, column: string, value: string): string[] {
  return [
    `insert into billing.metering_point_version (account_number, eic_code, valid_from, point_state, contracted_power_watts)
      select distinct p.account_number, p.eic_code, ${beginning}, point.point_state, point.contracted_power_watts
      from ${changes(kind)} join billing.metering_point point using (account_number, eic_code) on conflict do nothing`,
    `insert into billing.metering_point_version (account_number, eic_code, valid_from, ${column})
      select p.account_number, p.eic_code, p.effective_on, ${value} from ${changes(kind)}
      on conflict (account_number, eic_code, valid_from) do update set ${column} = excluded.${column}`,
    `update billing.metering_point point set ${column} = (
        select v.${column} from billing.metering_point_version v
        where v.account_number = point.account_number and v.eic_code = point.eic_code and v.${column} is not null
        order by v.valid_from desc limit 1)
      from ${changes(kind)} where point.account_number = p.account_number and point.eic_code = p.eic_code`,
  ];
}

const holders = changes('holder');

/**
 * The account of the new holder begins with the day: at zero, with premises, points and meters of the former account as they are
 * now, and with nothing that the former customer did or was. A correction changes its contract and where its meters begin.
 */
const holderStatements = [
  accountsFrom(`(
    select p.new_account as account_number, k.customer_id, case k.customer_type when 'entity'
        then coalesce((select min(own.object_code) from billing.account own where own.customer_id = k.customer_id), p.object_code)
        else p.object_code end as object_code,
      p.contract_number, p.contract_date, null::date as contract_ended_on, p.consumer_eic, a.tariff_code,
      'normal' as billing_condition, false as input_blocked, false as feed_in, 0 as opening_kopiykas,
      p.effective_on as opened_on, now() as object_code_set_at
    from ${holders} join billing.account a using (account_number)
    join billing.customer k on k.customer_code = p.customer_code where not p.is_opened) opened`),
  premisesFrom(`(
    select p.new_account as account_number, postcode, region, settlement, street, building, apartment, heating,
      1 as resident_count
    from ${holders} join billing.premises using (account_number)) place`),
  endPointsFrom(`(
    select m.account_number, m.eic_code, p.effective_on - 1 as ended_on
    from ${holders} join billing.metering_point m using (account_number))`),
  `insert into billing.metering_point (account_number, eic_code, point_state, contracted_power_watts, verification_requested)
    select p.new_account, m.eic_code, m.point_state, m.contracted_power_watts, m.verification_requested
    from ${holders} join billing.metering_point m using (account_number)
    where m.ended_on = p.effective_on - 1 on conflict do nothing`,
  `insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme, digit_capacity,
      coefficient, installed_on, verified_on)
    select distinct on (p.new_account, m.serial_number) p.new_account, ${idOf(`'meter:' || p.new_account || ':' || m.serial_number`)},
      m.eic_code, m.serial_number, m.meter_type, m.zone_scheme, m.digit_capacity, m.coefficient, p.effective_on, m.verified_on
    from ${holders} join billing.meter m using (account_number)
    where m.removed_on = p.effective_on and p.closing_values ? m.serial_number
    order by p.new_account, m.serial_number, m.installed_on desc on conflict do nothing`,
  `insert into billing.register (account_number, meter_id, zone, installed_value)
    select p.new_account, m.meter_id, dial.key, dial.value::bigint
    from ${holders} cross join lateral jsonb_each(p.closing_values) closing
    join billing.meter m on m.account_number = p.new_account and m.serial_number = closing.key and m.installed_on = p.effective_on
    cross join lateral jsonb_each_text(closing.value - ${channelNames}) dial
    on conflict (account_number, meter_id, zone) do update set installed_value = excluded.installed_value`,
  ...holderContractStatements(holders),
  `update billing.account n set contract_number = p.contract_number, contract_date = p.contract_date, consumer_eic = p.consumer_eic
    from ${holders} where p.is_opened and n.account_number = p.new_account`,
];

/** Rows of the wave that are recorded: each change at its account, and the opening of an account at the account itself. */
const recordedChanges = `(
  select account_number, change_id, change, subject, effective_on, document, before, after from pending_change where not is_done
  union all
  select new_account, gen_random_uuid(), change, '', effective_on, document, '{}'::jsonb,
    jsonb_build_object('formerAccount', account_number)
  from pending_change where not is_done and change = 'holder' and not is_opened) recorded`;

/**
 * Makes the changes of the wave, one statement for each kind of row. What was before stays: in the record of changes, in the
 * dated values, in the removed meter and its registers. A reading for a day after the removal of its meter was not of this
 * meter: it counts no more.
 */
const applyStatements: readonly string[] = [
  `update billing.meter m set meter_state = 'removed', removed_on = p.effective_on
    from ${removals} where not p.is_removed and m.account_number = p.account_number and m.meter_id = p.meter_id`,
  `update billing.register r set removed_value = (p.final_values ->> r.zone)::bigint
    from ${removals} where not p.is_removed and r.account_number = p.account_number and r.meter_id = p.meter_id`,
  supersedeReadingsAfter(
    `(select account_number, meter_id, effective_on from ${removals} where not is_removed)`,
  ),
  `insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme, digit_capacity,
      coefficient, installed_on, verified_on)
    select p.account_number, case when exists (select from billing.meter taken
        where taken.account_number = p.account_number and taken.meter_id = ${idOf(newMeterKey)})
      then ${idOf(`${newMeterKey} || ':' || p.effective_on`)} else ${idOf(newMeterKey)} end,
      p.point, ${newSerial}, p.meter_type, p.zone_scheme, p.digit_capacity, p.coefficient, p.effective_on, p.verified_on
    from ${installations} where p.new_meter_id is null`,
  `insert into billing.register (account_number, meter_id, zone, installed_value)
    select p.account_number, m.meter_id, dial.key, dial.value::bigint
    from ${installations}
    join billing.meter m on m.account_number = p.account_number and m.serial_number = ${newSerial}
      and m.installed_on = p.effective_on
    cross join lateral jsonb_each_text(p.initial_values) as dial
    where p.new_meter_id is null`,
  // A meter that was installed with other values on the day: a correction.
  `update billing.meter m set eic_code = p.point, meter_type = p.meter_type, digit_capacity = p.digit_capacity,
      coefficient = p.coefficient
    from ${installations} where not p.is_installed and m.account_number = p.account_number and m.meter_id = p.new_meter_id`,
  `update billing.register r set installed_value = (p.initial_values ->> r.zone)::bigint
    from ${installations} where not p.is_installed and r.account_number = p.account_number and r.meter_id = p.new_meter_id`,
  `update billing.meter m set verified_on = p.effective_on
    from ${changes('meterVerified')} where m.account_number = p.account_number and m.meter_id = p.meter_id`,
  `update billing.account a set contract_ended_on = p.effective_on
    from ${changes('contractEnded')} where a.account_number = p.account_number`,
  ...tariffStatements,
  ...holderStatements,
  ...pointValue('power', 'contracted_power_watts', 'p.contracted_power_kw'),
  ...pointValue('pointState', 'point_state', 'p.point_state'),
  `update billing.customer c set surname = coalesce(p.surname, c.surname), name = coalesce(p.name, c.name),
      middle_name = coalesce(p.middle_name, c.middle_name), company_name = coalesce(p.company_name, c.company_name),
      phone = coalesce(p.phone, c.phone), email = coalesce(p.email, c.email)
    from ${changes('contact')} where c.customer_id = p.customer_id`,
];

/** Records what the wave changed. Parameters: source, actor, the moment. */
const recordStatement = `
  insert into billing.master_data_change (account_number, change_id, kind, subject, effective_on, source, actor, document,
    before, after, recorded_at)
  select account_number, change_id, change, subject, effective_on, $1::text, $2::text, coalesce(document, ''), before, after,
    $3::timestamptz
  from ${recordedChanges}`;

/** The audit of what the wave changed. One more parameter: the number of the request. */
const auditStatement = auditFrom(`(
  select account_number, gen_random_uuid() as audit_id, $3::timestamptz as happened_at, $2::text as actor,
    $4::text as reference, 'masterData.' || change as action, before,
    after || jsonb_build_object('subject', subject, 'effectiveOn', effective_on, 'source', $1::text, 'changeId', change_id)
      as after
  from ${recordedChanges}) audited`);

/**
 * Accounts whose closed or billed months the wave touches, and the first such month: from the first one that was charged on. A
 * contact changes no charge; of a change of holder this is the account of the new one.
 */
const touchedMonths = `
  select charged.account_number as "accountNumber", p.change_id as "requestId",
    greatest(to_char(p.from_day, 'YYYY-MM'), charged.first) as "fromPeriod"
  from pending_change p
  cross join lateral (select max(period) as last from billing.period where state <> 'open') closed
  cross join lateral (select b.account_number, min(b.period) as first, max(b.period) as last from billing.bill b
    where b.account_number = case p.change when 'holder' then p.new_account else p.account_number end group by 1) charged
  where not p.is_done and p.from_day is not null and to_char(p.from_day, 'YYYY-MM') <= greatest(closed.last, charged.last)`;

const problemColumns: Columns<ChangeProblem> = {
  file: text(),
  line: int4(),
  column: text(),
  code: text(),
  value: text(),
};

/** Where changes come from. */
export interface ChangeOrigin extends AuditOrigin {
  readonly source: 'importFile' | 'administrator' | 'functionModule';
  readonly recordedAt: Instant;
}

export type RecordedChanges =
  | { readonly kind: 'problems'; readonly problems: readonly ChangeProblem[] }
  /** How many were recorded; those that the stored facts said already are not among them. */
  | {
      readonly kind: 'recorded';
      readonly recorded: number;
      /** The first closed month that is charged anew because of them. */
      readonly recalculatedFrom: BillingPeriod | undefined;
    };

/** Makes `change_queue`, a table of the transaction that `recordChanges` reads. */
export async function openChangeQueue(db: BillingDatabase): Promise<void> {
  for (const statement of createTables) await sql.raw(statement).execute(db);
}

/**
 * Records and makes the changes of `change_queue` inside the transaction of the caller, who rolls it back when there are
 * problems (product.md §7): the change with its day and source, its audit, what charging reads for the day, and for a day in
 * a closed month the request to charge the account anew. Changes of one account are made in the order of their days, all
 * accounts together: as many rounds as the account with the most changes has. Holds the periods and the accounts.
 */
export async function recordChanges(db: BillingDatabase, origin: ChangeOrigin): Promise<RecordedChanges> {
  const { source, actor, reference, recordedAt } = origin;
  const run = (statement: string, parameters: unknown[]) =>
    db.executeQuery(CompiledQuery.raw(statement, parameters));
  for (const statement of expandHolders) await sql.raw(statement).execute(db);
  await sql`select from billing.period for share`.execute(db);
  await sql`select from billing.account
    where account_number in (select account_number from change_queue) order by account_number for update`.execute(
    db,
  );
  const { rows } = await typedSql({ waves: int4() })`
    select coalesce(max(count), 0)::int as waves
    from (select count(*) from change_queue group by account_number) counted`.execute(db);
  const { rollOverFromPercent } = (await rulesAt(db, recordedAt)).readings;
  let recorded = 0;
  const months: BillingPeriod[] = [];
  for (let wave = 1; wave <= (rows[0]?.waves ?? 0); wave++) {
    await sql`truncate pending_change`.execute(db);
    await run(takeWave, [wave, source]);
    const found = await db.executeQuery(
      compiledSql<ChangeProblem>(problemColumns, findProblems, [
        kyivDateOf(recordedAt),
        source,
        rollOverFromPercent,
      ]),
    );
    if (found.rows.length > 0) return { kind: 'problems', problems: found.rows };
    const requests = await typedSql<Omit<RecalculationRequest, 'cause' | 'requestedAt'>>({
      accountNumber: text(),
      requestId: uuid(),
      fromPeriod: text(),
    })`${sql.raw(touchedMonths)}`.execute(db);
    await giveObjectCodes(db);
    for (const statement of applyStatements) await sql.raw(statement).execute(db);
    const parameters = [source, actor, instantToIso(recordedAt)];
    const { numAffectedRows } = await run(recordStatement, parameters);
    recorded += Number(numAffectedRows ?? 0n);
    await run(auditStatement, [...parameters, reference]);
    await requestRecalculations(
      db,
      requests.rows.map((request) => ({ ...request, cause: 'masterDataChange', requestedAt: recordedAt })),
    );
    months.push(...requests.rows.map(({ fromPeriod }) => fromPeriod));
  }
  return { kind: 'recorded', recorded, recalculatedFrom: months.toSorted()[0] };
}

/** A code of its own for each account that the wave opens. */
async function giveObjectCodes(db: BillingDatabase): Promise<void> {
  const { rows } = await typedSql({ account: text() })`
    select new_account as account from pending_change
    where not is_done and change = 'holder' and not is_opened`.execute(db);
  if (rows.length === 0) return;
  const codes = rows.map(({ account }) => ({ account, code: newObjectCode() }));
  await sql`update pending_change p set object_code = given.code
    from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as given (account text, code text)
    where p.new_account = given.account`.execute(db);
}
