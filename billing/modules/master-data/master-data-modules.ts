import { sql } from 'kysely';
import { answer, type ModuleOutput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { MASTER_DATA_CHANGE, MASTER_DATA_CHANGES } from '#billing/api/master-data.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText } from '#billing/modules/accounts/public.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { date, json, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { ChangeProblem, ChangeProblemCode } from './check-changes.ts';
import { type ChangeColumn, changeColumnList, changeColumns } from './pending-changes.ts';
import { openChangeQueue, recordChanges } from './record-changes.ts';
import { responsiblesText } from './responsible-persons.ts';

type MasterData = ModuleOutput<typeof MASTER_DATA_CHANGES>;
type ChangeData = MasterData['changes'][number];
type ChangeRow = Omit<ChangeData, 'recordedAt'> & { readonly recordedAt: Instant };

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
        'name', coalesce(nullif(c.company_name, ''), concat_ws(' ', c.surname, c.name, c.middle_name))) as holder,
      ${addressText} as address,
      a.tariff_code as "tariffCode", a.contract_ended_on as "contractEndedOn",
      (select coalesce(jsonb_agg(jsonb_build_object('eicCode', p.eic_code, 'pointState', p.point_state,
          'contractedPowerWatts', p.contracted_power_watts) order by p.eic_code), '[]')
        from billing.metering_point p where p.account_number = a.account_number) as points,
      (select coalesce(jsonb_agg(jsonb_build_object('serialNumber', m.serial_number, 'eicCode', m.eic_code,
          'zoneScheme', m.zone_scheme, 'removedOn', m.removed_on)
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
};

/** MASTER_DATA_CHANGE: the same mechanism that takes changes.csv of an import (product.md §7). */
export const handleMasterDataChange = handleModule(
  MASTER_DATA_CHANGE,
  ({ db, clock }) =>
    ({ accountNumber, source, effectiveOn, document, change }, by) =>
      db.transaction().execute(async (trx) => {
        const row = rowOf(change);
        if (row === undefined) return refuse('changes.badContact');
        await openChangeQueue(trx);
        await enqueue(trx, { ...row, account_number: accountNumber, effective_on: effectiveOn, document });
        const result = await recordChanges(trx, { ...by, source, recordedAt: clock.now() });
        if (result.kind === 'problems') return refuseFor(result.problems);
        return answer({
          isRecorded: result.recorded > 0,
          recalculatedFrom: result.recalculatedFrom ?? null,
        });
      }),
);

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

const columnOf: Readonly<Record<string, ChangeColumn>> = {
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
  tariffCode: 'tariff_code',
  contractedPowerWatts: 'contracted_power_kw',
  pointState: 'point_state',
  middleName: 'middle_name',
  companyName: 'company_name',
};

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
