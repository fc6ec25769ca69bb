import { sql } from 'kysely';
import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { MASTER_DATA_CHANGE, type MasterDataChange } from '#billing/api/master-data.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { parseEmail } from '#domain/identifiers/email.ts';
import { parsePhone } from '#domain/identifiers/phone.ts';
import type { ChangeProblem, ChangeProblemCode } from './check-changes.ts';
import { type ChangeColumn, changeColumnList, changeColumns } from './pending-changes.ts';
import { openChangeQueue, recordChanges } from './record-changes.ts';

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
    ({ accountNumber, source, effectiveOn, document, change }, { actor }) =>
      db.transaction().execute(async (trx) => {
        const row = rowOf(change);
        if (row === undefined) return refuse('changes.badContact');
        await openChangeQueue(trx);
        await enqueue(trx, { ...row, account_number: accountNumber, effective_on: effectiveOn, document });
        const result = await recordChanges(trx, { source, actor, recordedAt: clock.now() });
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
  const told = { ...change };
  if (told.kind === 'contact') {
    const phone = told.phone === undefined ? undefined : parsePhone(told.phone);
    const email = told.email === undefined ? undefined : parseEmail(told.email);
    if (
      (told.phone !== undefined && phone === undefined) ||
      (told.email !== undefined && email === undefined)
    )
      return undefined;
    Object.assign(told, phone && { phone }, email && { email });
  }
  return Object.fromEntries(Object.entries(told).map(([field, value]) => [columnOf[field] ?? field, value]));
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
