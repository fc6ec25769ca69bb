import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeEicCode } from '#billing/testing/make-eic-code.ts';
import { type Zone, zonesOf } from '#domain/tariffs/tariff.ts';
import { firstDay, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { requestRecalculations } from '../recalculations.ts';
import { naivePrices } from './naive-month.ts';
import { monthTouched, periodAt, type RandomHistory, type RandomReading } from './random-histories.ts';

/** A history in the database. */
export interface SimulatedHistory {
  readonly history: RandomHistory;
  readonly accountNumber: string;
  readonly eicCode: string;
  readonly meterIds: readonly string[];
}

export function simulateHistory(history: RandomHistory, index: number): SimulatedHistory {
  return {
    history,
    accountNumber: String(4_000_000_000 + index),
    eicCode: makeEicCode(index),
    meterIds: history.meters.map(() => newId()),
  };
}

/** The tariffs of `naivePrices`, as the product keeps them. */
export async function insertHistoryTariffs(db: BillingDatabase): Promise<void> {
  const hryvnias = (kopiykas: number) => (kopiykas / 100).toFixed(2);
  const coefficients = { two: { night: '0.5' }, three: { peak: '1.5', night: '0.4' } };
  for (const [code, prices] of Object.entries(naivePrices)) {
    await sql`insert into billing.tariff (tariff_code, title) values (${code}, ${code})`.execute(db);
    for (const { since, low, high, limit, kind } of prices) {
      const blocks = [{ upToKwh: limit, price: hryvnias(low) }, { price: hryvnias(high) }];
      const rule = {
        flat: { kind: 'flat', price: hryvnias(high) },
        marginal: { kind: 'marginalBlocks', blocks },
        whole: { kind: 'wholeVolumeBlocks', blocks },
        seasonal: {
          kind: 'seasonalHeating',
          limitKwh: limit,
          reducedPrice: hryvnias(low),
          price: hryvnias(high),
          seasonFrom: '10-01',
          seasonTo: '04-30',
        },
      }[kind];
      await sql`insert into billing.tariff_version (tariff_code, valid_from, definition, act)
        values (${code}, ${since}, ${JSON.stringify({ rule, coefficients })}::jsonb, 'test')`.execute(db);
    }
  }
}

/** Rows of one kind by one statement. */
export async function insertRows(db: BillingDatabase, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.raw(Object.keys(first).join(', '));
  for (let start = 0; start < rows.length; start += 10_000) {
    const piece = JSON.stringify(rows.slice(start, start + 10_000));
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${piece}::jsonb)`.execute(
      db,
    );
  }
}

/** Whether a fact is stored now, and the month of it when it is late. */
type Now = (fact: { readonly knownIn: number }) => boolean;

/**
 * Stores the facts of histories that a month comes to know, all of them with `month` null; what touches a month before asks for a
 * recalculation.
 */
export async function storeFacts(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  month: number | null,
): Promise<void> {
  const isNow: Now = ({ knownIn }) => month === null || knownIn === month;
  const accounts = simulated.filter(({ history }) => isNow(history.tariffs[0] as { knownIn: number }));
  await insertAccounts(db, accounts);
  await insertMeters(db, simulated, isNow);
  const requests = new Map<string, string>();
  const touch = (accountNumber: string, period: string) => {
    const known = requests.get(accountNumber);
    if (month !== null && period < periodAt(month) && (known === undefined || period < known))
      requests.set(accountNumber, period);
  };
  await endContracts(db, simulated, isNow, touch);
  await changeTariffs(db, simulated, isNow, touch);
  await changePoints(db, simulated, isNow, touch);
  await changeHolders(db, simulated, isNow);
  const removals: object[] = [];
  const readings: object[] = [];
  for (const { history, accountNumber, meterIds } of simulated) {
    for (const [index, meter] of history.meters.entries()) {
      const meter_id = meterIds[index] as string;
      if (isNow(meter)) touch(accountNumber, periodOf(meter.installedOn));
      const { removal } = meter;
      if (removal !== undefined && isNow(removal)) {
        touch(accountNumber, monthTouched(removal.on));
        for (const [zone, value] of Object.entries(removal.values))
          removals.push({ account_number: accountNumber, meter_id, zone, value, day: removal.on });
      }
      const strays = month === null ? [] : meter.strays.filter(isNow);
      // What was under review counts by its decision: simulate-reviews.ts.
      const counted = meter.readings.filter(
        (one) => isNow(one) && (month === null || one.review === undefined),
      );
      for (const reading of [...counted, ...strays]) {
        touch(accountNumber, periodAt(reading.month));
        const value = month === null ? reading.value : (reading.mistaken ?? reading.value);
        readings.push(readingRow({ accountNumber, meterId: meter_id, reading, value }));
      }
    }
  }
  await insertRows(db, 'billing.reading', readings);
  const given = JSON.stringify(removals);
  // As a removal that is recorded does it: a later reading was not of this meter.
  await sql`update billing.reading r set status = 'superseded'
    from (select distinct account_number, meter_id, day
      from jsonb_to_recordset(${given}::jsonb) as removal (account_number text, meter_id uuid, day date)) given
    where r.account_number = given.account_number and r.meter_id = given.meter_id and r.effective_date > given.day
      and r.status = 'accepted'`.execute(db);
  await sql`update billing.meter m set meter_state = 'removed', removed_on = given.day
    from jsonb_to_recordset(${given}::jsonb) as given (account_number text, meter_id uuid, day date)
    where m.account_number = given.account_number and m.meter_id = given.meter_id`.execute(db);
  await sql`update billing.register r set removed_value = given.value
    from jsonb_to_recordset(${given}::jsonb) as given (account_number text, meter_id uuid, zone text, value bigint)
    where r.account_number = given.account_number and r.meter_id = given.meter_id and r.zone = given.zone`.execute(
    db,
  );
  await requestRecalculations(
    db,
    [...requests].map(([accountNumber, fromPeriod]) => ({
      accountNumber,
      requestId: newId(),
      fromPeriod: fromPeriod as ReturnType<typeof periodAt>,
      cause: 'masterDataChange' as const,
      requestedAt: kyivInstant(firstDay(periodAt(month ?? 0)), 12, 0),
    })),
  );
}

interface ReadingToInsert {
  readonly accountNumber: string;
  readonly meterId: string;
  readonly reading: RandomReading;
  readonly value: number;
}

function readingRow({ accountNumber, meterId, reading, value }: ReadingToInsert) {
  return {
    account_number: accountNumber,
    meter_id: meterId,
    zone: reading.zone,
    reading_id: newId(),
    period: periodAt(reading.month),
    value,
    effective_date: reading.on,
    submitted_at: `${reading.on}T09:00:00Z`,
    source: 'operator',
    status: 'accepted',
  };
}

/** Corrects the mistaken readings of a month that is still open, as READING_CORRECT does. */
export async function correctReadings(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  month: number,
): Promise<void> {
  const corrected = simulated.flatMap(({ history, accountNumber, meterIds }) =>
    history.meters.flatMap(({ readings }, index) =>
      readings
        .filter((reading) => reading.mistaken !== undefined && reading.knownIn === month)
        .map((reading) =>
          readingRow({
            accountNumber,
            meterId: meterIds[index] as string,
            reading,
            value: reading.value,
          }),
        ),
    ),
  );
  await sql`update billing.reading r set status = 'superseded'
    from jsonb_to_recordset(${JSON.stringify(corrected)}::jsonb)
      as given (account_number text, meter_id uuid, zone text, period char(7), effective_date date)
    where r.account_number = given.account_number and r.meter_id = given.meter_id and r.zone = given.zone
      and r.period = given.period and r.effective_date = given.effective_date`.execute(db);
  await insertRows(db, 'billing.reading', corrected);
}

async function insertAccounts(db: BillingDatabase, simulated: readonly SimulatedHistory[]): Promise<void> {
  const customers = simulated.map(({ accountNumber }) => ({
    customer_id: newId(),
    customer_code: accountNumber,
    customer_type: 'person',
    surname: '',
    name: '',
    middle_name: '',
    company_name: '',
    tax_code: '',
  }));
  await insertRows(db, 'billing.customer', customers);
  const accounts = simulated.map(({ history, accountNumber, eicCode }, index) => ({
    account_number: accountNumber,
    customer_id: customers[index]?.customer_id,
    object_code: 'A1',
    contract_number: accountNumber,
    contract_date: '2015-01-01',
    consumer_eic: eicCode,
    tariff_code: history.tariffs[0]?.code,
    opened_on: history.openedOn,
    billing_condition: 'normal',
    input_blocked: false,
    feed_in: false,
    opening_kopiykas: 0,
  }));
  await insertRows(db, 'billing.account', accounts);
  const points = simulated.map(({ history, accountNumber, eicCode }) => ({
    account_number: accountNumber,
    eic_code: eicCode,
    point_state: 'active',
    contracted_power_watts: history.contractedPowerWatts,
    verification_requested: false,
  }));
  await insertRows(db, 'billing.metering_point', points);
}

async function insertMeters(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  isNow: Now,
): Promise<void> {
  const meters: object[] = [];
  const registers: object[] = [];
  for (const { history, accountNumber: account_number, eicCode, meterIds } of simulated) {
    for (const [index, meter] of history.meters.entries()) {
      if (!isNow(meter)) continue;
      const meter_id = meterIds[index] as string;
      meters.push({
        account_number,
        meter_id,
        eic_code: eicCode,
        serial_number: `S${index}`,
        meter_type: 'M',
        zone_scheme: meter.scheme,
        digit_capacity: meter.digitCapacity,
        coefficient: meter.coefficient,
        meter_state: 'working',
        installed_on: meter.installedOn,
      });
      for (const zone of zonesOf[meter.scheme] as readonly Zone[])
        registers.push({ account_number, meter_id, zone, installed_value: meter.installedValues[zone] ?? 0 });
    }
  }
  await insertRows(db, 'billing.meter', meters);
  await insertRows(db, 'billing.register', registers);
}

type Touch = (accountNumber: string, period: string) => void;

async function endContracts(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  isNow: Now,
  touch: Touch,
) {
  const ended = simulated.flatMap(({ history: { end }, accountNumber }) => {
    if (end === undefined || !isNow(end)) return [];
    touch(accountNumber, periodOf(addDays(end.on, 1)));
    return [{ account_number: accountNumber, day: end.on }];
  });
  await sql`update billing.account a set contract_ended_on = given.day
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as given (account_number text, day date)
    where a.account_number = given.account_number`.execute(db);
}

async function changeTariffs(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  isNow: Now,
  touch: Touch,
) {
  const changed = simulated.flatMap(({ history: { tariffs }, accountNumber }) => {
    const [, second] = tariffs;
    if (second === undefined || !isNow(second)) return [];
    touch(accountNumber, periodOf(second.from));
    return tariffs.map(({ from, code }) => ({
      account_number: accountNumber,
      valid_from: from,
      tariff_code: code,
    }));
  });
  await insertRows(db, 'billing.account_tariff', changed);
  await sql`update billing.account a set tariff_code = t.tariff_code from billing.account_tariff t
    where t.account_number = a.account_number and t.valid_from > '2000-01-01'`.execute(db);
}

/** The day from which dated values count when they first change. */
const beginning = '1950-01-01';

async function changePoints(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  isNow: Now,
  touch: Touch,
) {
  const rows = simulated.flatMap(({ history, accountNumber, eicCode }) =>
    history.pointChanges.filter(isNow).map(({ from, isDisabled, contractedPowerWatts }) => {
      touch(accountNumber, periodOf(from));
      const state = isDisabled ? 'disabled' : 'active';
      return {
        account_number: accountNumber,
        eic_code: eicCode,
        valid_from: from,
        point_state: isDisabled === undefined ? null : state,
        contracted_power_watts: contractedPowerWatts ?? null,
      };
    }),
  );
  const changed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (account_number text)`;
  await sql`insert into billing.metering_point_version (account_number, eic_code, valid_from, point_state, contracted_power_watts)
    select distinct account_number, eic_code, ${beginning}::date, point_state, contracted_power_watts
    from ${changed} join billing.metering_point using (account_number) on conflict do nothing`.execute(db);
  await insertRows(db, 'billing.metering_point_version', rows);
  const newest = (column: string) => sql`(select v.${sql.ref(column)} from billing.metering_point_version v
    where v.account_number = p.account_number and v.eic_code = p.eic_code and v.${sql.ref(column)} is not null
    order by v.valid_from desc limit 1)`;
  await sql`update billing.metering_point p
    set point_state = ${newest('point_state')}, contracted_power_watts = ${newest('contracted_power_watts')}
    from ${changed} where p.account_number = given.account_number`.execute(db);
}

async function changeHolders(db: BillingDatabase, simulated: readonly SimulatedHistory[], isNow: Now) {
  const numbers = simulated
    .filter(({ history: { holder } }) => holder !== undefined && isNow(holder))
    .map(({ accountNumber, history: { holder } }) => ({ number: accountNumber, day: holder?.from }));
  if (numbers.length === 0) return;
  const customer = (code: string) => ({
    customer_id: newId(),
    customer_code: `${code}-2`,
    customer_type: 'person',
    surname: '',
    name: '',
    middle_name: '',
    company_name: '',
    tax_code: '',
  });
  await insertRows(
    db,
    'billing.customer',
    numbers.map(({ number }) => customer(number)),
  );
  const given = sql`jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as given (number text, day date)
    join billing.account a on a.account_number = given.number
    join billing.customer k on k.customer_code = given.number || '-2'`;
  await sql`insert into billing.account_holder (account_number, valid_from, customer_id)
    select given.number, ${beginning}::date, a.customer_id from ${given}
    union all select given.number, given.day, k.customer_id from ${given}`.execute(db);
  await sql`update billing.account a set customer_id = k.customer_id from billing.customer k
    where k.customer_code = a.account_number || '-2'`.execute(db);
}

/** Makes accounts look as if they had been taken over in their first month, with nothing charged: all is charged at once later. */
export async function startUncharged(
  db: BillingDatabase,
  simulated: readonly SimulatedHistory[],
  asked: number,
): Promise<void> {
  const rows = simulated.map(({ history, accountNumber, meterIds }) => {
    const [meter] = history.meters;
    const first = periodAt(history.tariffs[0]?.knownIn ?? 0);
    const zone = zonesOf[meter?.scheme ?? 'single'][0];
    const value = meter?.installedValues[zone] ?? 0;
    return {
      account_number: accountNumber,
      period: first,
      meter_id: meterIds[0],
      zone,
      from_date: firstDay(first),
      to_date: firstDayAfter(first),
      opening_value: value,
      closing_value: value,
      energy_wh: 0,
      basis: 'actual',
      overestimated_wh: 0,
    };
  });
  await insertRows(db, 'billing.consumption', rows);
  await requestRecalculations(
    db,
    rows.map(({ account_number, period }) => ({
      accountNumber: account_number,
      requestId: newId(),
      fromPeriod: period,
      cause: 'masterDataChange' as const,
      requestedAt: kyivInstant(firstDay(periodAt(asked)), 12, 0),
    })),
  );
}
