import { sql } from 'kysely';
import {
  answer,
  type ModuleInput,
  type ModuleOutput,
  type ModuleResult,
  refuse,
} from '#billing/api/define-module.ts';
import { MASTER_DATA_CHANGE, MASTER_DATA_CHANGES } from '#billing/api/master-data.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { askForClosingBills } from '#billing/modules/charges/public.ts';
import type { AuditOrigin } from '#billing/modules/events/public.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { tableOf } from '#domain/table-of.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { localDate } from '#domain/time/local-date.ts';
import { date, json, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { ChangeProblem, ChangeProblemCode } from './check-changes.ts';
import { addHolder, closingOf } from './holder-change.ts';
import { type ChangeColumn, changeColumnList, changeColumns } from './pending-changes.ts';
import { openChangeQueue, recordChanges } from './record-changes.ts';
import { responsiblesText } from './responsible-persons.ts';

type MasterData = ModuleOutput<typeof MASTER_DATA_CHANGES>;
type ChangeData = MasterData['changes'][number];
type ChangeRow = Omit<ChangeData, 'recordedAt'> & { readonly recordedAt: Instant };

/** SQL of where each register of the meter `m` stands by what is known. */
const lastValues = sql`(select jsonb_agg(jsonb_build_object('zone', r.zone, 'value', coalesce(known.value, r.installed_value),
      'on', coalesce(known.effective_date, m.installed_on)) order by array_position(
      array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone))
  from billing.register r
  left join lateral (select x.value, x.effective_date from billing.reading x where x.account_number = r.account_number
      and x.meter_id = r.meter_id and x.zone = r.zone and x.status = 'accepted'
    order by x.effective_date desc, x.submitted_at desc limit 1) known on true
  where r.account_number = m.account_number and r.meter_id = m.meter_id)`;

/** SQL of the same of its channels. */
const lastChannelValues = sql`(select coalesce(jsonb_agg(jsonb_build_object('channel', c.channel,
      'value', coalesce(known.value, c.installed_value),
      'on', coalesce(((known.period || '-01')::date + interval '1 month')::date, m.installed_on)) order by c.channel desc), '[]')
  from billing.meter_channel c
  left join lateral (select x.value, x.period from billing.channel_reading x where x.account_number = c.account_number
      and x.meter_id = c.meter_id and x.channel = c.channel order by x.period desc limit 1) known on true
  where c.account_number = m.account_number and c.meter_id = m.meter_id)`;

/** What the account is now; undefined: there is no such account. */
async function findMasterData(
  db: BillingDatabase,
  accountNumber: string,
): Promise<Omit<MasterData, 'changes'> | undefined> {
  const { rows } = await typedSql<Omit<MasterData, 'changes'>>({
    meters: json(),
    contractEndedOn: nullable(date()),
    tariffCode: text(),
    holder: json(),
    address: text(),
    points: json(),
    tariffs: json(),
    closedUpTo: nullable(text()),
    responsibles: json(),
  })`
    select
      jsonb_build_object('customerCode', c.customer_code, 'customerType', c.customer_type,
        'name', ${customerNameText}) as holder,
      ${addressText} as address,
      a.tariff_code as "tariffCode", a.contract_ended_on as "contractEndedOn",
      (select coalesce(jsonb_agg(jsonb_build_object('eicCode', p.eic_code, 'pointState', p.point_state,
          'contractedPowerWatts', p.contracted_power_watts) order by p.eic_code), '[]')
        from billing.metering_point p where p.account_number = a.account_number) as points,
      (select coalesce(jsonb_agg(jsonb_build_object('serialNumber', m.serial_number, 'eicCode', m.eic_code,
          'zoneScheme', m.zone_scheme, 'digitCapacity', m.digit_capacity, 'removedOn', m.removed_on,
          'lastValues', ${lastValues}, 'channels', ${lastChannelValues})
          order by m.removed_on desc nulls first, m.serial_number), '[]')
        from billing.meter m where m.account_number = a.account_number) as meters,
      (select coalesce(jsonb_agg(jsonb_build_object('tariffCode', t.tariff_code, 'title', t.title) order by t.title), '[]')
        from billing.tariff t) as tariffs,
      (select max(period) from billing.period where state <> 'open') as "closedUpTo",
      ${responsiblesText} as responsibles
    from billing.account a join billing.customer c using (customer_id)
    left join billing.premises p on p.account_number = a.account_number
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** The newest changes of the account. */
async function listChanges(
  db: BillingDatabase,
  accountNumber: string,
  limit: number,
): Promise<readonly ChangeRow[]> {
  const { rows } = await typedSql<ChangeRow>({
    kind: text(),
    changeId: uuid(),
    subject: text(),
    effectiveOn: date(),
    source: text(),
    actor: text(),
    document: text(),
    before: json(),
    after: json(),
    recordedAt: timestamptz(),
  })`
    select change_id as "changeId", kind, subject, effective_on as "effectiveOn", source, actor, document, before, after,
      recorded_at as "recordedAt"
    from billing.master_data_change where account_number = ${accountNumber}
    order by recorded_at desc, effective_on desc, change_id limit ${limit}`.execute(db);
  return rows;
}

/** MASTER_DATA_CHANGES: what it is, what was changed when, by whom, from what to what; nothing of it is ever taken out. */
export const handleMasterDataChanges = handleModule(
  MASTER_DATA_CHANGES,
  ({ db }) =>
    async ({ accountNumber, limit }) => {
      const masterData = await findMasterData(db, accountNumber);
      if (masterData === undefined) return refuse('common.notFound');
      const rows = await listChanges(db, accountNumber, limit);
      return answer({
        ...masterData,
        changes: rows.map(({ recordedAt, ...change }) => ({
          ...change,
          recordedAt: instantToIso(recordedAt),
        })),
      });
    },
);

const refusalOf: Readonly<Record<ChangeProblemCode, (typeof MASTER_DATA_CHANGE.failures)[number]>> = {
  'value.required': 'changes.registers',
  'reference.unknown': 'changes.unknownReference',
  'dates.future': 'changes.futureDay',
  'dates.order': 'changes.dayTooEarly',
  'dial.tooHigh': 'changes.dialTooHigh',
  'reading.lower': 'changes.valueTooLow',
  'change.conflict': 'changes.alreadyChanged',
  'change.registers': 'changes.registers',
  'meter.serialTaken': 'changes.serialTaken',
  'tariff.historyUncovered': 'changes.tariffNotInForce',
  'account.taken': 'changes.accountTaken',
  'account.digits': 'changes.accountDigits',
  'change.ended': 'changes.contractEnded',
  'change.later': 'changes.laterChange',
  'change.otherCustomer': 'changes.otherCustomer',
  'contract.later': 'changes.contractLater',
};

/**
 * MASTER_DATA_CHANGE: the same mechanism that takes changes.csv of an import (product.md §7). A refusal and a dry run are rolled
 * back.
 */
export const handleMasterDataChange = handleModule(
  MASTER_DATA_CHANGE,
  ({ db, clock }) =>
    async ({ dryRun = false, ...input }, by) => {
      const trx = await db.startTransaction().execute();
      try {
        const result = await change(trx, input, by, clock.now());
        await (result.ok && !dryRun ? trx.commit() : trx.rollback()).execute();
        return result;
      } catch (error) {
        if (!trx.isCommitted) await trx.rollback().execute();
        throw error;
      }
    },
);

async function change(
  db: BillingDatabase,
  {
    accountNumber,
    source,
    effectiveOn,
    document,
    change,
  }: Omit<ModuleInput<typeof MASTER_DATA_CHANGE>, 'dryRun'>,
  by: AuditOrigin,
  now: Instant,
): Promise<ModuleResult<ModuleOutput<typeof MASTER_DATA_CHANGE>>> {
  const row = rowOf(change);
  if (row === undefined) return refuse('changes.badContact');
  const refused = change.kind === 'holder' ? await addHolder(db, change) : undefined;
  if (refused !== undefined) return refused;
  await openChangeQueue(db);
  await enqueue(db, { ...row, account_number: accountNumber, effective_on: effectiveOn, document });
  const result = await recordChanges(db, { ...by, source, recordedAt: now });
  if (result.kind === 'problems') return refuseFor(result.problems);
  if (change.kind === 'holder' && result.recorded > 0) await askForClosingBills(db);
  return answer({
    isRecorded: result.recorded > 0,
    recalculatedFrom: result.recalculatedFrom ?? null,
    closing:
      change.kind === 'holder'
        ? await closingOf(db, {
            accountNumber,
            change,
            day: localDate(effectiveOn),
            now,
          })
        : null,
  });
}

type Row = Partial<Record<ChangeColumn, unknown>>;

/** The change as a row of changes.csv; undefined: a phone or an e-mail that is none. */
function rowOf(change: MasterDataChange): Row | undefined {
  const parsed = { ...change };
  if (parsed.kind === 'contact') {
    const phone = parsed.phone === undefined ? undefined : parsePhone(parsed.phone);
    const email = parsed.email === undefined ? undefined : parseEmail(parsed.email);
    if (
      (parsed.phone !== undefined && phone === undefined) ||
      (parsed.email !== undefined && email === undefined)
    )
      return undefined;
    Object.assign(parsed, phone && { phone }, email && { email });
  }
  return Object.fromEntries(
    Object.entries(parsed).map(([field, value]) => [columnOf[field] ?? field, value]),
  );
}

const columnOf: Readonly<Record<string, ChangeColumn>> = tableOf({
  kind: 'change',
  eicCode: 'eic_code',
  serialNumber: 'serial_number',
  finalValues: 'final_values',
  newSerialNumber: 'new_serial_number',
  meterType: 'meter_type',
  zoneScheme: 'zone_scheme',
  digitCapacity: 'digit_capacity',
  initialValues: 'initial_values',
  verifiedOn: 'verified_on',
  customerCode: 'customer_code',
  newAccount: 'new_account',
  contractNumber: 'contract_number',
  contractDate: 'contract_date',
  consumerEic: 'consumer_eic',
  closingValues: 'closing_values',
  tariffCode: 'tariff_code',
  contractedPowerWatts: 'contracted_power_kw',
  pointState: 'point_state',
  middleName: 'middle_name',
  companyName: 'company_name',
});

const recordType = Object.entries(changeColumns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

async function enqueue(db: BillingDatabase, row: Row): Promise<void> {
  await sql`
    insert into change_queue (file, line, ${sql.raw(changeColumnList)})
    select '', 1, ${sql.raw(changeColumnList)}
    from jsonb_to_record(${JSON.stringify(row)}::jsonb) as row (${sql.raw(recordType)})`.execute(db);
}

function refuseFor(problems: readonly ChangeProblem[]): ModuleResult<never> {
  const [first] = problems;
  if (first === undefined) throw new Error('a refusal without a problem');
  if (first.column === 'account_number') return refuse('common.notFound');
  return refuse(refusalOf[first.code], { value: first.value }, { column: first.column });
}
