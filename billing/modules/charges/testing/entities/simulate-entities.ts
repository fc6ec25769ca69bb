import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeEicCode } from '#billing/testing/make-eic-code.ts';
import { firstDay, periodOf } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { requestRecalculations } from '../../recalculations.ts';
import { monthTouched, periodAt } from '../random-histories.ts';
import { insertRows } from '../simulate-histories.ts';
import type { EntityHistory, LossFormula } from './entity-history.ts';
import { operators, type PriceVersion } from './random-terms.ts';

/** A history in the database. */
export interface SimulatedEntity {
  readonly history: EntityHistory;
  readonly accountNumber: string;
  readonly eicCodes: readonly string[];
  /** Ids of the meters of each point. */
  readonly meterIds: readonly (readonly string[])[];
}

export function simulateEntity(history: EntityHistory, index: number): SimulatedEntity {
  return {
    history,
    accountNumber: String(1_000_000_000 + index),
    eicCodes: history.points.map((_, at) => makeEicCode(index * 10 + at)),
    meterIds: history.points.map(({ meters }) => meters.map(() => newId())),
  };
}

export async function insertPrices(db: BillingDatabase, prices: readonly PriceVersion[]): Promise<void> {
  const rows = prices.map(({ kind, subject, voltageClass, month, micro }) => ({
    kind,
    subject,
    voltage_class: voltageClass,
    valid_from: firstDay(periodAt(month)),
    price_micro: Number(micro),
    valid_to: null,
    source: 'test',
  }));
  await insertRows(db, 'billing.price_component', rows);
  const named = operators.map((code) => ({
    operator_code: code,
    name: code,
    edrpou: '00130872',
    iban: 'UA213223130000026007233566001',
    bank_name: 'Bank',
    phone: '',
  }));
  await insertRows(db, 'billing.distribution_operator', named);
}

/** Thousandths as JSON has them in the database. */
function storedFormula({ transformer, line }: LossFormula): object {
  const decimals = (values: object | undefined) =>
    values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value) / 1000]));
  return { transformer: decimals(transformer), line: decimals(line) };
}

/** Stores customers, accounts, contracts and points: what is agreed before the first month. */
export async function insertEntities(
  db: BillingDatabase,
  entities: readonly SimulatedEntity[],
): Promise<void> {
  const customers = entities.map(({ accountNumber }) => ({
    customer_id: newId(),
    customer_code: accountNumber,
    customer_type: 'entity',
    surname: '',
    name: '',
    middle_name: '',
    company_name: 'Company',
    tax_code: '',
  }));
  await insertRows(db, 'billing.customer', customers);
  const accounts = entities.map(({ history, accountNumber, eicCodes }, at) => ({
    account_number: accountNumber,
    customer_id: customers[at]?.customer_id,
    object_code: 'A1',
    contract_number: accountNumber,
    contract_date: '2015-01-01',
    consumer_eic: eicCodes[0],
    tariff_code: 'household',
    opened_on: history.openedOn,
    billing_condition: 'normal',
    input_blocked: false,
    feed_in: false,
    opening_kopiykas: 0,
  }));
  await insertRows(db, 'billing.account', accounts);
  await insertRows(db, 'billing.entity_contract', entities.flatMap(contractRows));
  const points = entities.flatMap(({ history, accountNumber, eicCodes }) =>
    history.points.map(({ contractedPowerWatts }, at) => ({
      account_number: accountNumber,
      eic_code: eicCodes[at],
      point_state: 'active',
      contracted_power_watts: contractedPowerWatts,
      verification_requested: false,
    })),
  );
  await insertRows(db, 'billing.metering_point', points);
  await insertRows(db, 'billing.contract_point', entities.flatMap(pointRows));
  const subs = entities.flatMap(({ history, accountNumber, eicCodes }) =>
    history.points.flatMap(({ sub }, at) => {
      if (sub === undefined) return [];
      return {
        account_number: accountNumber,
        eic_code: eicCodes[at],
        main_eic_code: eicCodes[0],
        valid_from: sub.from,
        valid_to: sub.to ?? null,
        name: 'Tenant',
        is_billed: sub.isBilled,
      };
    }),
  );
  await insertRows(db, 'billing.sub_consumer', subs);
}

function contractRows({ history, accountNumber }: SimulatedEntity): object[] {
  return history.contracts.map((one) => {
    const isFixed = one.priceKind === 'fixedNet' || one.priceKind === 'fixedGross';
    return {
      account_number: accountNumber,
      valid_from: one.from,
      contract_number: `E-${accountNumber}`,
      signed_on: '2015-01-01',
      price_kind: one.priceKind,
      operator_code: one.operator,
      offer_code: isFixed ? '' : one.offer,
      fixed_price_micro: isFixed ? Number(one.fixedMicro) : null,
      with_transmission: one.priceKind === 'universal' || one.withTransmission,
      with_distribution: one.priceKind === 'universal' || one.withDistribution,
      is_one_price: one.isOnePrice,
      payment_form: one.form,
      planned_parts: one.parts,
      due_working_days: 5,
      rounding: one.rounding,
      document_exchange: 'cabinet',
      late_percent_hundredths: 300,
      penalty_rate_times: 0,
    };
  });
}

function pointRows({ history, accountNumber, eicCodes }: SimulatedEntity): object[] {
  return history.points.flatMap(({ site, versions }, at) =>
    versions.map(({ from, voltageClass, loss, equivalentMicro }) => ({
      account_number: accountNumber,
      eic_code: eicCodes[at],
      valid_from: from,
      object_name: '',
      address: site,
      cost_centre: '',
      voltage_class: voltageClass,
      is_group_a: false,
      loss_mode: loss.mode,
      loss_percent_thousandths: loss.mode === 'percent' ? Number(loss.thousandths) : null,
      loss_fixed_kwh: loss.mode === 'fixed' ? Number(loss.kwh) : null,
      loss_formula: loss.mode === 'formula' ? storedFormula(loss.formula) : null,
      reactive_equivalent_micro: equivalentMicro === undefined ? null : Number(equivalentMicro),
    })),
  );
}

/** Rows of what is stored in one month. */
interface MonthRows {
  readonly meters: object[];
  readonly registers: object[];
  readonly meterChannels: object[];
  readonly removals: object[];
  readonly readings: object[];
  readonly channelReadings: object[];
  readonly corrections: object[];
  readonly volumes: object[];
}

/** Stores the facts that become known in a month; what touches a month before it requests a recalculation. */
export async function storeEntityFacts(
  db: BillingDatabase,
  entities: readonly SimulatedEntity[],
  month: number,
): Promise<void> {
  const rows: MonthRows = {
    meters: [],
    registers: [],
    meterChannels: [],
    removals: [],
    readings: [],
    channelReadings: [],
    corrections: [],
    volumes: [],
  };
  const requests = new Map<string, string>();
  for (const entity of entities) {
    const touched = [...addMeterRows(rows, entity, month), ...addReadingRows(rows, entity, month)].sort();
    addContractRows(rows, entity, month);
    const [first] = touched;
    if (first !== undefined && first < periodAt(month)) requests.set(entity.accountNumber, first);
  }
  await insertRows(db, 'billing.meter', rows.meters);
  await insertRows(db, 'billing.register', rows.registers);
  await insertRows(db, 'billing.meter_channel', rows.meterChannels);
  await removeMeters(db, rows.removals);
  await changeHolders(db, entities, month);
  await insertRows(db, 'billing.reading', rows.readings);
  await insertRows(db, 'billing.channel_reading', rows.channelReadings);
  await insertRows(db, 'billing.volume_correction', rows.corrections);
  await insertRows(db, 'billing.contract_volume', rows.volumes);
  await requestRecalculations(
    db,
    [...requests].map(([accountNumber, fromPeriod]) => ({
      accountNumber,
      requestId: newId(),
      fromPeriod: fromPeriod as ReturnType<typeof periodAt>,
      cause: 'lateReading' as const,
      requestedAt: kyivInstant(firstDay(periodAt(month)), 12, 0),
    })),
  );
}

/** Ends the contracts of a month by a change of holder, as it is recorded. */
async function changeHolders(
  db: BillingDatabase,
  entities: readonly SimulatedEntity[],
  month: number,
): Promise<void> {
  const rows = entities.flatMap(({ history: { end }, accountNumber }) => {
    if (end?.month !== month) return [];
    const facts = { source: 'administrator', actor: 'test', document: '', before: {} };
    return {
      account_number: accountNumber,
      change_id: newId(),
      kind: 'holder',
      subject: '',
      effective_on: end.on,
      ...facts,
      after: { newAccount: '1' },
      recorded_at: `${end.on}T09:00:00Z`,
    };
  });
  await insertRows(db, 'billing.master_data_change', rows);
  await sql`update billing.account a set contract_ended_on = row.effective_on - 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (account_number text, effective_on date)
    where a.account_number = row.account_number`.execute(db);
}

/** Meters and removals; returns the months that they touch. */
function addMeterRows(rows: MonthRows, entity: SimulatedEntity, month: number): string[] {
  const touched: string[] = [];
  const { history, accountNumber, eicCodes, meterIds } = entity;
  for (const [at, point] of history.points.entries())
    for (const [index, meter] of point.meters.entries()) {
      const key = { account_number: accountNumber, meter_id: meterIds[at]?.[index] };
      if (meter.knownIn === month) {
        touched.push(periodOf(meter.installedOn));
        rows.meters.push({
          ...key,
          eic_code: eicCodes[at],
          serial_number: `S${at}-${index}`,
          meter_type: 'M',
          zone_scheme: 'single',
          digit_capacity: meter.digitCapacity,
          coefficient: meter.coefficient,
          meter_state: 'working',
          installed_on: meter.installedOn,
        });
        rows.registers.push({ ...key, zone: 'single', installed_value: meter.installedValues.single });
        for (const { channel, installedValue } of meter.channels)
          rows.meterChannels.push({ ...key, channel, installed_value: installedValue });
      }
      const { removal } = meter;
      if (removal?.knownIn !== month) continue;
      touched.push(monthTouched(removal.on));
      const channels = meter.channels.map(({ channel, removedValue }) => ({ channel, value: removedValue }));
      rows.removals.push({ ...key, day: removal.on, value: removal.values.single, channels });
    }
  return touched;
}

function addReadingRows(rows: MonthRows, entity: SimulatedEntity, month: number): string[] {
  const touched: string[] = [];
  const { history, accountNumber, meterIds } = entity;
  for (const [at, point] of history.points.entries())
    for (const [index, meter] of point.meters.entries()) {
      const key = { account_number: accountNumber, meter_id: meterIds[at]?.[index] };
      for (const reading of meter.readings.filter(({ knownIn }) => knownIn === month)) {
        touched.push(periodAt(reading.month));
        rows.readings.push({
          ...key,
          zone: 'single',
          reading_id: newId(),
          period: periodAt(reading.month),
          value: reading.value,
          effective_date: reading.on,
          submitted_at: `${reading.on}T09:00:00Z`,
          source: 'operator',
          status: 'accepted',
        });
      }
      for (const { channel, readings } of meter.channels)
        for (const reading of readings.filter(({ knownIn }) => knownIn === month)) {
          touched.push(periodAt(reading.month));
          rows.channelReadings.push({
            ...key,
            channel,
            period: periodAt(reading.month),
            value: reading.value,
            source: 'operator',
            submitted_at: `${firstDay(periodAt(month))}T09:00:00Z`,
          });
        }
    }
  return touched;
}

function addContractRows(
  rows: MonthRows,
  { history, accountNumber, eicCodes }: SimulatedEntity,
  month: number,
) {
  for (const { point, month: of, kwh, recordedOn, knownIn } of history.corrections)
    if (knownIn === month)
      rows.corrections.push({
        account_number: accountNumber,
        eic_code: eicCodes[point],
        period: periodAt(of),
        document: `Act ${newId()}`,
        kwh,
        recorded_at: `${recordedOn}T09:00:00Z`,
      });
  for (const { point, month: of, kwh, appliedOn, knownIn } of history.volumes)
    if (knownIn === month)
      rows.volumes.push({
        account_number: accountNumber,
        eic_code: eicCodes[point],
        period: periodAt(of),
        document: `Annex ${newId()}`,
        kwh,
        applied_at: appliedOn === undefined ? null : `${appliedOn}T09:00:00Z`,
      });
}

async function removeMeters(db: BillingDatabase, removals: readonly object[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(removals)}::jsonb)
    as given (account_number text, meter_id uuid, day date, value bigint, channels jsonb)`;
  await sql`update billing.meter m set meter_state = 'removed', removed_on = given.day from ${given}
    where m.account_number = given.account_number and m.meter_id = given.meter_id`.execute(db);
  await sql`update billing.register r set removed_value = given.value from ${given}
    where r.account_number = given.account_number and r.meter_id = given.meter_id`.execute(db);
  await sql`update billing.meter_channel c set removed_value = one.value
    from ${given} cross join lateral jsonb_to_recordset(given.channels) as one (channel text, value bigint)
    where c.account_number = given.account_number and c.meter_id = given.meter_id and c.channel = one.channel`.execute(
    db,
  );
}
