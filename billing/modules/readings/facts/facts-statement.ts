import type { BillingCondition } from '#billing/modules/accounts/public.ts';
import { consumptionInForceSql } from '#billing/modules/charges/public.ts';
import { type AccountTariffs, tariffHistorySql } from '#billing/modules/tariffs/public.ts';
import type { ReadingReceiptData } from '#contract/values/reading.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import type { Zone, ZoneScheme } from '#domain/tariffs/tariff.ts';
import {
  bool,
  type Columns,
  date,
  float8,
  int4,
  json,
  nullable,
  ofOuterJoin,
  type RowOf,
  text,
  uuid,
} from '#platform/database/typed-sql.ts';

/** A register of a meter of a requested account; an account without meters is one row with a null meter. */
export interface FactsRow {
  /** Position of the account in the request, from 1. */
  readonly position: number;
  readonly customerType: 'person' | 'entity';
  readonly contractEndedOn: string | null;
  readonly inputBlocked: boolean;
  readonly tariffCode: string;
  readonly tariffHistory: AccountTariffs['tariffHistory'];
  readonly condition: BillingCondition;
  readonly hasEntityContract: boolean;
  /** JSON object: period to state. */
  readonly states: string | null;

  readonly meterId: string | null;
  readonly serialNumber: string;
  readonly meterType: string;
  readonly zoneScheme: ZoneScheme;
  readonly digitCapacity: number;
  readonly coefficient: number;
  readonly meterState: 'working' | 'disabled' | 'removed';
  readonly installedOn: string;
  readonly eicCode: string;
  readonly pointState: 'active' | 'takenByOperator' | 'substation' | 'commercial' | 'disabled';
  readonly contractedPowerWatts: number;
  /** Of the point, and no reading of the meter was accepted after a verification since it was asked for. */
  readonly verificationRequested: boolean;
  /** Consecutive large deviations immediately before this period. */
  readonly largeDeviations: number | null;
  readonly hasEarlierSubmission: boolean;

  readonly zone: Zone;
  readonly installedValue: number;
  /** Last accepted reading of an earlier period; also null while `needsDetails`. */
  readonly previousValue: number | null;
  readonly previousDate: string | null;
  /** The last reading is not an accepted one of an earlier period: `detailsStatement` loads the rest. */
  readonly needsDetails: boolean;
  /** Closing value of the last charged period. */
  readonly closingValue: number | null;
  readonly closingDate: string | null;
  readonly closingBasis: 'actual' | 'brought' | 'estimated' | null;
  /** Same period of the previous year at the metering point, with all recalculations. */
  readonly lastYearZoneWh: number | null;
  readonly lastYearWh: number | null;
  readonly lastYearFrom: string | null;
  readonly lastYearTo: string | null;
}

export const factsColumns: Columns<FactsRow> = {
  position: int4(),
  customerType: text(),
  contractEndedOn: nullable(date()),
  inputBlocked: bool(),
  tariffCode: text(),
  tariffHistory: nullable(json()),
  condition: text(),
  hasEntityContract: bool(),
  states: nullable(text()),
  meterId: nullable(uuid()),
  serialNumber: ofOuterJoin(text()),
  meterType: ofOuterJoin(text()),
  zoneScheme: ofOuterJoin(text()),
  digitCapacity: ofOuterJoin(int4()),
  coefficient: ofOuterJoin(int4()),
  meterState: ofOuterJoin(text()),
  installedOn: ofOuterJoin(date()),
  eicCode: ofOuterJoin(text()),
  pointState: ofOuterJoin(text()),
  contractedPowerWatts: ofOuterJoin(int4()),
  verificationRequested: ofOuterJoin(bool()),
  largeDeviations: nullable(int4()),
  hasEarlierSubmission: bool(),
  zone: ofOuterJoin(text()),
  installedValue: ofOuterJoin(float8()),
  previousValue: nullable(float8()),
  previousDate: nullable(date()),
  needsDetails: bool(),
  closingValue: nullable(float8()),
  closingDate: nullable(date()),
  closingBasis: nullable(text()),
  lastYearZoneWh: nullable(float8()),
  lastYearWh: nullable(float8()),
  lastYearFrom: nullable(date()),
  lastYearTo: nullable(date()),
};

/** Further facts of a register with a reading of the period, or with one under review. */
export const detailsColumns = {
  position: int4(),
  /** Last accepted reading of an earlier period. */
  previousValue: nullable(float8()),
  previousDate: nullable(date()),
  /** Current readings of the period by effective date. */
  readings: json<readonly CurrentRow[]>(),
};
export type DetailsRow = RowOf<typeof detailsColumns>;

/** JSON form of a reading. */
export interface CurrentRow {
  readonly readingId: string;
  readonly value: number;
  readonly status: 'accepted' | 'underReview';
  readonly source: 'customer' | 'operator' | 'remote' | 'import';
  readonly effectiveDate: string;
  /** Epoch milliseconds. */
  readonly submittedAt: number;
  readonly receipt: ReadingReceiptData | null;
  /** Code of the answer to its submission. */
  readonly code: string | null;
}

export type PeriodStates = Readonly<Record<string, PeriodState>>;

/**
 * Facts for assessing first readings of many accounts, in one statement: index look-ups by account only. Parameters:
 * account numbers; the period of a reading submitted now by a person, and by an entity; the same periods a year before;
 * the first period whose state matters; of each account the meter that is asked for, null for every one, and the most meters, null for all.
 */
export const factsStatement = `
select i.position::int as position,
  c.customer_type as "customerType", a.contract_ended_on as "contractEndedOn", a.input_blocked as "inputBlocked",
  a.tariff_code as "tariffCode", ${tariffHistorySql('a')} as "tariffHistory", a.billing_condition as condition,
  c.customer_type = 'entity' and exists (
    select from billing.entity_contract k where k.account_number = a.account_number) as "hasEntityContract",
  (select json_object_agg(s.period, s.state order by s.period)::text from billing.period s where s.period >= $6::char(7)) as states,
  m.meter_id as "meterId", m.serial_number as "serialNumber", m.meter_type as "meterType",
  m.zone_scheme as "zoneScheme", m.digit_capacity as "digitCapacity", m.coefficient, m.meter_state as "meterState",
  m.installed_on as "installedOn",
  p.eic_code as "eicCode", p.point_state as "pointState", p.contracted_power_watts as "contractedPowerWatts",
  p.verification_requested and not exists (
    select from billing.reading_review v
    join billing.reading_decision d on d.account_number = v.account_number and d.submission_id = v.submission_id
    where v.account_number = m.account_number and v.meter_id = m.meter_id
      and v.code = 'readings.additionalVerification' and d.decision <> 'rejected'
      and d.decided_at > p.verification_asked_at) as "verificationRequested",
  earlier.large_deviations_in_a_row as "largeDeviations", earlier.period is not null as "hasEarlierSubmission",
  r.zone, r.installed_value::float8 as "installedValue",
  case when not latest.is_open then latest.value end::float8 as "previousValue",
  case when not latest.is_open then latest.effective_date end as "previousDate",
  coalesce(latest.is_open, false) as "needsDetails",
  closing.closing_value::float8 as "closingValue", closing.to_date as "closingDate", closing.basis as "closingBasis",
  last_year.zone_wh::float8 as "lastYearZoneWh", last_year.total_wh::float8 as "lastYearWh",
  last_year.from_date as "lastYearFrom", last_year.to_date as "lastYearTo"
from unnest($1::text[], $7::uuid[], $8::int[]) with ordinality as i(account_number, meter_id, max_meters, position)
join billing.account a on a.account_number = i.account_number
join billing.customer c on c.customer_id = a.customer_id
cross join lateral (select
  case c.customer_type when 'person' then $2::char(7) else $3::char(7) end as period,
  case c.customer_type when 'person' then $4::char(7) else $5::char(7) end as last_year) placed
left join lateral (
  select * from billing.meter own
  where own.account_number = i.account_number and own.meter_state <> 'removed'
    and (i.meter_id is null or own.meter_id = i.meter_id)
  order by own.serial_number limit i.max_meters) m on true
left join billing.metering_point p on p.account_number = m.account_number and p.eic_code = m.eic_code
left join billing.register r on r.account_number = m.account_number and r.meter_id = m.meter_id
left join lateral (
  select s.large_deviations_in_a_row, s.period from billing.reading_submission s
  where s.account_number = m.account_number and s.meter_id = m.meter_id and s.period < placed.period
  order by s.submission_id desc limit 1) earlier on true
left join lateral (
  select x.value, x.effective_date, x.period = placed.period or x.status <> 'accepted' as is_open
  from billing.reading x
  where x.account_number = r.account_number and x.meter_id = r.meter_id and x.zone = r.zone
    and x.status in ('accepted', 'underReview') and x.period <= placed.period
  order by x.period desc, x.effective_date desc limit 1) latest on true
left join lateral (
  select x.closing_value, x.to_date, x.basis from billing.consumption x
  where x.account_number = r.account_number and x.meter_id = r.meter_id and x.zone = r.zone
    and x.period < placed.period
  order by x.period desc limit 1) closing on true
left join lateral (
  select sum(x.energy_wh) filter (where x.zone = r.zone) as zone_wh, sum(x.energy_wh) as total_wh,
    min(x.from_date) as from_date, max(x.to_date) as to_date
  from (${consumptionInForceSql('c.account_number = r.account_number and c.period = placed.last_year')}) x
  where x.from_date < x.to_date
    and (x.meter_id = m.meter_id or exists (
      select from billing.meter o
      where o.account_number = x.account_number and o.meter_id = x.meter_id and o.eic_code = m.eic_code))
) last_year on true
order by i.position, m.serial_number, array_position(array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone)`;

/**
 * Further facts of registers whose last reading is not an accepted one of an earlier period: the accepted reading
 * before the period, and the current readings of the period with their answers. Most readings are the first of their
 * period and don't need them. Parameters: account numbers, meters, zones, periods of the new readings.
 */
export const detailsStatement = `
select i.position::int as position, older.value::float8 as "previousValue", older.effective_date as "previousDate",
  coalesce(of_period.readings, '[]') as readings
from unnest($1::text[], $2::uuid[], $3::text[], $4::char(7)[])
  with ordinality as i(account_number, meter_id, zone, period, position)
left join lateral (
  select x.value, x.effective_date from billing.reading x
  where x.account_number = i.account_number and x.meter_id = i.meter_id and x.zone = i.zone
    and x.status = 'accepted' and x.period < i.period
  order by x.period desc, x.effective_date desc limit 1) older on true
left join lateral (
  select json_agg(json_build_object('readingId', x.reading_id, 'value', x.value, 'status', x.status, 'source', x.source,
    'effectiveDate', x.effective_date, 'submittedAt', round(extract(epoch from x.submitted_at) * 1000),
    'receipt', billing.reading_answer(given) -> 'receipt', 'code', given.outcome -> 'outcome' ->> 'code')
    order by x.effective_date) as readings
  from billing.reading x
  left join billing.reading_submission given
    on given.account_number = x.account_number and given.submission_id = x.submission_id
  where x.account_number = i.account_number and x.meter_id = i.meter_id and x.zone = i.zone
    and x.status in ('accepted', 'underReview') and x.period = i.period) of_period on true`;
