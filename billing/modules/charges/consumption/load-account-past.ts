import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type ContractFacts, listChannelsOfMonths } from '#billing/modules/contracts/public.ts';
import { listQuantitiesInForce } from '#billing/modules/invoices/public.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { kopiykas } from '#domain/money.ts';
import type { Price } from '#domain/price.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { json, typedSql } from '#platform/database/typed-sql.ts';
import type { AccountPast, ConsumptionInForce, DatedValue, PastRegister } from '../closing/closing-facts.ts';
import {
  consumptionInForce,
  type InJson,
  isKnown,
  jsonRows,
  type KnownUntil,
  ofPoint,
  type PointKey,
  type RegisterRow,
  registerRows,
} from '../closing/closing-statements.ts';

/** Months before that are not charged anew: the limitation of actions is three years. */
const MONTHS_BACK = 36;

export interface PastQuery {
  readonly period: BillingPeriod;
  readonly accounts: readonly {
    readonly accountNumber: string;
    /** The first month that a request wants charged anew; null: only what readings of the period change. */
    readonly recalculateFrom: BillingPeriod | null;
    /** null: it is charged by its tariff. */
    readonly contract: ContractFacts | null;
  }[];
  readonly knownUntil?: KnownUntil | undefined;
  /** A reading that is not stored yet may come for any register. */
  readonly forAnyReading?: boolean;
  /** Only what its meters counted; absent: what all did. */
  readonly point?: PointKey | undefined;
}

interface Reach {
  readonly accountNumber: string;
  readonly firstMeasured: BillingPeriod;
  readonly since: BillingPeriod;
}

type ReadingRow = RegisterKey & DatedValue;
type ConsumptionRow = ConsumptionInForce & { readonly accountNumber: string; readonly period: BillingPeriod };

/** A line of a bill that was made. */
interface LineRow extends ChargeLine {
  readonly accountNumber: string;
}

const pastColumns = {
  reaches: json<readonly Reach[]>(),
  registers: json<readonly RegisterRow[]>(),
  readings: json<readonly ReadingRow[]>(),
  consumptions: json<readonly ConsumptionRow[]>(),
  lines: json<readonly InJson<LineRow>[]>(),
  broughtIn: json<readonly ConsumptionRow[]>(),
};

interface RegisterKey {
  readonly accountNumber: string;
  readonly meterId: string;
  readonly zone: Zone;
}

/**
 * What charging months of these accounts anew needs, in one statement, and two more for contracts: back to the month of the last value
 * that was known before the first change, three years at most. An account that was never measured is absent.
 */
export async function loadAccountPast(
  db: BillingDatabase,
  query: PastQuery,
): Promise<Map<string, AccountPast>> {
  if (query.accounts.length === 0) return new Map();
  const { period, knownUntil, point } = query;
  const numbers = query.accounts.map(({ accountNumber }) => accountNumber);
  const result = await typedSql(pastColumns)`
    with reach as materialized (${reachRows(query)})
    select ${jsonRows(sql`select "accountNumber", "firstMeasured", since from reach`)} as reaches,
      ${jsonRows(ofPoint(registerRows(period, numbers, true), point))} as registers,
      ${jsonRows(ofPoint(earlierReadingRows(period, knownUntil), point))} as readings,
      ${jsonRows(ofPoint(consumptionRows(period), point))} as consumptions,
      ${jsonRows(lineRows(period))} as lines,
      ${jsonRows(ofPoint(broughtInRows(period), point))} as "broughtIn"
    where exists (select from reach)`.execute(db);
  const [rows] = result.rows;
  if (rows === undefined) return new Map();
  const { reaches, registers, readings, consumptions } = rows;
  const lines = rows.lines.map(lineOf);
  const keyOf = (row: RegisterKey) => row.accountNumber + row.meterId + row.zone;
  const readingsOf = Map.groupBy(readings, keyOf);
  const pastRegister = (row: RegisterRow): PastRegister => ({
    ...row,
    earlier: (readingsOf.get(keyOf(row)) ?? []).map(({ value, on, period: of }) => ({
      value,
      on,
      period: of,
    })),
  });
  const registersOf = Map.groupBy(registers, (row) => row.accountNumber);
  const consumptionsOf = Map.groupBy(consumptions, (row) => row.accountNumber);
  const linesOf = Map.groupBy(lines, (row) => row.accountNumber);
  const broughtInOf = Map.groupBy(rows.broughtIn, (row) => row.accountNumber);
  const numbersOfContracts = new Set(
    query.accounts.flatMap(({ accountNumber, contract }) => (contract === null ? [] : [accountNumber])),
  );
  const ofContracts = reaches.filter(({ accountNumber }) => numbersOfContracts.has(accountNumber));
  const [channels, quantities] =
    ofContracts.length === 0
      ? [[], []]
      : await Promise.all([
          listChannelsOfMonths(db, period, ofContracts),
          listQuantitiesInForce(db, period, ofContracts),
        ]);
  const isOfPoint = ({ eicCode }: { readonly eicCode: string }) =>
    point === undefined || eicCode === point.eicCode;
  const channelsOf = Map.groupBy(channels.filter(isOfPoint), (row) => row.accountNumber);
  const quantitiesOf = Map.groupBy(quantities.filter(isOfPoint), (row) => row.accountNumber);
  return new Map(
    reaches.map(({ accountNumber, firstMeasured, since }) => [
      accountNumber,
      {
        since,
        firstMeasured,
        registers: (registersOf.get(accountNumber) ?? []).map(pastRegister),
        consumptions: Map.groupBy(consumptionsOf.get(accountNumber) ?? [], (row) => row.period),
        lines: Map.groupBy(linesOf.get(accountNumber) ?? [], (row) => periodOf(row.from)),
        broughtIn: Map.groupBy(broughtInOf.get(accountNumber) ?? [], (row) => row.period),
        channels: Map.groupBy(channelsOf.get(accountNumber) ?? [], (row) => row.period),
        quantities: Map.groupBy(quantitiesOf.get(accountNumber) ?? [], (row) => row.period),
      },
    ]),
  );
}

function lineOf({ price, amount, ...line }: InJson<LineRow>): LineRow {
  return { ...line, price: BigInt(price) as Price, amount: kopiykas(BigInt(amount)) };
}

/**
 * How far back each account has to be looked at; its consumptions a year further where a request may need averages. What depends on
 * the account is no "exists" within an "or": PostgreSQL may answer it from the hash table of the account before (decision 0135).
 */
function reachRows({ period, accounts, knownUntil, forAnyReading = false }: PastQuery): RawBuilder<unknown> {
  const numbers = accounts.map(({ accountNumber }) => accountNumber);
  const froms = accounts.map(({ recalculateFrom }) => recalculateFrom ?? period);
  const requested = accounts.map(({ recalculateFrom }) => recalculateFrom !== null);
  const isOfRegister = sql`x.account_number = r.account_number and x.meter_id = r.meter_id and x.zone = r.zone
    and x.status = 'accepted' and ${isKnown('x', knownUntil)}`;
  // What came after its month was closed counts as of the same 1st: the value that it replaces is known no more.
  const isNotReadAgain = forAnyReading
    ? sql`x.effective_date < (w.from_period || '-01')::date`
    : sql`(x.effective_date < (w.from_period || '-01')::date or (select true from billing.reading again
        where again.account_number = x.account_number and again.meter_id = x.meter_id and again.zone = x.zone
          and again.effective_date = x.effective_date and again.status = 'accepted' and again.period >= w.from_period
          and again.period <= ${period} and ${isKnown('again', knownUntil)} limit 1) is null)`;
  return sql`
    select w.account_number as "accountNumber", measured.first as "firstMeasured", reached.since,
      case when w.is_requested then to_char((reached.since || '-01')::date - interval '1 year', 'YYYY-MM')::char(7)
        else reached.since end as "usageSince"
    from unnest(${numbers}::text[], ${froms}::char(7)[], ${requested}::boolean[])
      as w (account_number, from_period, is_requested)
    cross join lateral (
      select min(c.period)::text as first from billing.consumption c
      where c.account_number = w.account_number and c.period < ${period}
    ) measured
    left join lateral (
      select min(coalesce(before.last, m.installed_on)) as since
      from billing.meter m
      join billing.register r using (account_number, meter_id)
      cross join lateral (
        select max(x.effective_date) as last from billing.reading x
        where ${isOfRegister} and x.period < w.from_period and ${isNotReadAgain}
      ) before
      where m.account_number = w.account_number and m.installed_on < ${firstDayAfter(period)}
        and (${forAnyReading}
          or (select true from billing.reading x
            where ${isOfRegister} and x.period >= w.from_period and x.period <= ${period} limit 1)
          or (r.removed_value is not null and m.removed_on > (w.from_period || '-01')::date
            and m.removed_on <= ${firstDayAfter(period)}))
    ) changed on true
    cross join lateral (
      -- Of the type of the tables: a text of them is no condition of their indexes.
      select greatest(least(w.from_period, to_char(changed.since, 'YYYY-MM')), measured.first,
        ${addMonths(period, -MONTHS_BACK)})::char(7) as since
    ) reached
    where measured.first is not null`;
}

const reached = sql`(select "accountNumber" as account_number, since, "usageSince" as usage_since from reach) as w`;

/** Readings since a month, and the last few before it: averages are made of the last two periods with one. */
function earlierReadingRows(period: BillingPeriod, knownUntil: KnownUntil | undefined): RawBuilder<unknown> {
  const isOfRegister = sql`x.account_number = r.account_number and x.meter_id = r.meter_id and x.zone = r.zone
    and x.status = 'accepted' and ${isKnown('x', knownUntil)}`;
  return sql`
    select r.account_number as "accountNumber", r.meter_id as "meterId", r.zone, known.value::float8 as value,
      known.effective_date as on, known.period
    from ${reached}
    join billing.register r using (account_number)
    cross join lateral (
      (select * from billing.reading x where ${isOfRegister} and x.period >= w.since and x.period < ${period})
      union all
      (select * from billing.reading x where ${isOfRegister} and x.period < w.since
        order by x.period desc, x.effective_date desc limit 4)
    ) known
    order by r.account_number, known.effective_date, known.period, known.submitted_at`;
}

function consumptionRows(period: BillingPeriod): RawBuilder<unknown> {
  const inForce = consumptionInForce(
    (table) => sql`${reached}
      join ${table} c on c.account_number = w.account_number and c.period >= w.usage_since and c.period < ${period}`,
  );
  return sql`${consumptionColumns} from (${inForce}) c join billing.meter m using (account_number, meter_id)
    order by c.account_number, c.period, c.meter_id, c.zone`;
}

const consumptionColumns = sql.raw(`
  select c.account_number as "accountNumber", c.period, c.meter_id as "meterId", c.zone, m.zone_scheme as scheme,
    m.eic_code as "eicCode", c.energy_wh::float8 as "energyWh", c.basis, c.from_date as from, c.to_date as to,
    c.opening_value::float8 as "openingValue", c.closing_value::float8 as "closingValue"`);

/** What was brought in of months whose only lines are recalculations. */
function broughtInRows(period: BillingPeriod): RawBuilder<unknown> {
  const isOfMonth = sql`of_month.account_number = c.account_number and of_month.period = c.period`;
  return sql`${consumptionColumns}
    from ${reached}
    join billing.consumption c on c.account_number = w.account_number and c.period >= w.since and c.period < ${period}
    join billing.meter m on m.account_number = c.account_number and m.meter_id = c.meter_id
    where exists (select from billing.consumption_revision of_month where ${isOfMonth})
      and not exists (select from billing.charge_line of_month where ${isOfMonth} and of_month.kind = 'energy')
    order by c.account_number, c.period, c.meter_id, c.zone`;
}

function lineRows(period: BillingPeriod): RawBuilder<unknown> {
  return sql`
    select l.account_number as "accountNumber", l.line_number as "lineNumber", l.kind, l.zone,
      l.block_index as "blockIndex", l.energy_wh::float8 as energy, l.price_micro as price, l.coefficient,
      l.amount_kopiykas as amount, l.from_date as from, l.to_date as to, l.tariff_valid_from as "tariffValidFrom",
      l.is_estimated as "isEstimated"
    from ${reached}
    join billing.charge_line l
      on l.account_number = w.account_number and l.period >= w.since and l.period < ${period}
    order by l.account_number, l.period, l.line_number`;
}
