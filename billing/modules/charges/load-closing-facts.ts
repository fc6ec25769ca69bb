import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addMoney, type Kopiykas } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { ClosingAccount, ClosingRegister, PreviousConsumption } from './closing-facts.ts';

/** A removal that was recorded later than this is settled by hand. */
const LATE_REMOVAL_DAYS = 93;

interface AccountRow {
  readonly number: string;
  readonly tariffCode: string;
  readonly openedOn: LocalDate;
  readonly contractEndedOn: LocalDate | null;
  /** The last bill; '' when there is none. */
  readonly billPeriod: string;
  /** The last period that was measured; '' when there is none. */
  readonly measuredPeriod: string;
  readonly previousClosing: Kopiykas;
}

interface RegisterRow extends Omit<ClosingRegister, 'previous' | 'reading'> {
  readonly accountNumber: string;
}

interface ValueRow {
  readonly accountNumber: string;
  readonly meterId: string;
  readonly zone: Zone;
  readonly value: number;
  readonly onDate: LocalDate;
}

/** Which accounts to read. */
export type AccountScope =
  | { readonly after: string; readonly limit: number }
  | { readonly accountNumber: string };

/**
 * The facts of the next accounts, in the order of their numbers; each kind of fact in one statement for all of them.
 * Accounts whose contract ended before the period, or begins after it, are left out.
 */
export async function loadClosingFacts(
  db: BillingDatabase,
  period: BillingPeriod,
  scope: AccountScope,
): Promise<ClosingAccount[]> {
  const accounts = await listAccountRows(db, period, scope);
  if (accounts.length === 0) return [];
  const numbers = accounts.map((account) => account.number);
  const billPeriods = accounts.map((account) => account.billPeriod);
  const measuredPeriods = accounts.map((account) => account.measuredPeriod);
  const [registers, previous, readings, moved] = await Promise.all([
    listRegisterRows(db, period, numbers),
    listPreviousRows(db, numbers, measuredPeriods),
    listReadingRows(db, period, numbers),
    listMovedRows(db, period, numbers, billPeriods),
  ]);
  await addEarlierReadings(db, period, registers, previous);
  return combine(accounts, registers, previous, readings, moved);
}

async function listAccountRows(db: BillingDatabase, period: BillingPeriod, scope: AccountScope) {
  const condition =
    'limit' in scope
      ? sql`a.account_number > ${scope.after}`
      : sql`a.account_number = ${scope.accountNumber}`;
  const limit = 'limit' in scope ? scope.limit : 1;
  const { rows } = await sql<AccountRow>`
    select a.account_number as number, a.tariff_code as "tariffCode", a.opened_on as "openedOn",
      a.contract_ended_on as "contractEndedOn", coalesce(bill.period, '') as "billPeriod",
      coalesce(bill.period, (select max(c.period) from billing.consumption c
        where c.account_number = a.account_number and c.period < ${period}), '') as "measuredPeriod",
      coalesce(bill.closing_kopiykas, 0) as "previousClosing"
    from billing.account a
    left join lateral (
      select period, closing_kopiykas from billing.bill b
      where b.account_number = a.account_number and b.period < ${period} order by b.period desc limit 1
    ) bill on true
    where ${condition} and a.opened_on < ${firstDayAfter(period)}
      and (a.contract_ended_on is null or a.contract_ended_on >= ${firstDay(period)})
    order by a.account_number limit ${limit}`.execute(db);
  return rows;
}

async function listRegisterRows(db: BillingDatabase, period: BillingPeriod, numbers: readonly string[]) {
  const { rows } = await sql<RegisterRow>`
    select r.account_number as "accountNumber", r.meter_id as "meterId", r.zone, m.zone_scheme as scheme,
      m.eic_code as "eicCode", p.contracted_power_watts as "contractedPowerWatts",
      m.digit_capacity as "digitCapacity", m.coefficient,
      (m.meter_state = 'disabled' or p.point_state = 'disabled') as "isDisabled",
      m.installed_on as "installedOn", m.removed_on as "removedOn",
      r.installed_value::float8 as "installedValue", r.removed_value::float8 as "removedValue"
    from billing.register r
    join billing.meter m using (account_number, meter_id)
    join billing.metering_point p using (account_number, eic_code)
    where r.account_number = any(${numbers}::text[]) and m.installed_on < ${firstDayAfter(period)}
      and (m.removed_on is null or m.removed_on > ${addDays(firstDay(period), -LATE_REMOVAL_DAYS)})
    order by r.account_number, m.installed_on, m.meter_id,
      array_position(array['single', 'peak', 'halfPeak', 'day', 'night'], r.zone)`.execute(db);
  return rows;
}

async function listPreviousRows(
  db: BillingDatabase,
  numbers: readonly string[],
  measuredPeriods: readonly string[],
) {
  const { rows } = await sql<ValueRow & { isActual: boolean }>`
    select c.account_number as "accountNumber", c.meter_id as "meterId", c.zone, c.closing_value::float8 as value,
      c.to_date as "onDate", c.basis = 'actual' as "isActual"
    from unnest(${numbers}::text[], ${measuredPeriods}::char(7)[]) as wanted (account_number, period)
    join billing.consumption c using (account_number, period)`.execute(db);
  return new Map(
    rows.map((row): [string, PreviousConsumption] => [
      registerKey(row),
      { closingValue: row.value, to: row.onDate, isActual: row.isActual },
    ]),
  );
}

async function listReadingRows(db: BillingDatabase, period: BillingPeriod, numbers: readonly string[]) {
  const { rows } = await sql<ValueRow>`
    select account_number as "accountNumber", meter_id as "meterId", zone, value::float8 as value,
      effective_date as "onDate"
    from billing.reading
    where account_number = any(${numbers}::text[]) and period = ${period} and status = 'accepted'`.execute(
    db,
  );
  return new Map(rows.map((row) => [registerKey(row), { value: row.value, effectiveDate: row.onDate }]));
}

/** What moved on the receivable since the last bill, by account: what belongs to the opening balance, and what was paid. */
async function listMovedRows(
  db: BillingDatabase,
  period: BillingPeriod,
  numbers: readonly string[],
  billPeriods: readonly string[],
) {
  const { rows } = await sql<{ accountNumber: string; before: Kopiykas; paid: Kopiykas }>`
    select e.account_number as "accountNumber",
      coalesce(sum(signed) filter (where e.period < ${period} or kind = 'opening'), 0)::bigint as before,
      coalesce(-sum(signed) filter (
        where e.period = ${period} and kind not in ('opening', 'charge', 'recalculation')), 0)::bigint as paid
    from unnest(${numbers}::text[], ${billPeriods}::char(7)[]) as wanted (account_number, period)
    join billing.ledger_entry e
      on e.account_number = wanted.account_number and e.period > wanted.period and e.period <= ${period}
    cross join lateral (
      select case when e.debit_account = 'receivable' then e.amount_kopiykas
        when e.credit_account = 'receivable' then -e.amount_kopiykas else 0 end as signed) as side
    group by e.account_number`.execute(db);
  return new Map(rows.map((row) => [row.accountNumber, row]));
}

/** A register that was never charged begins at its last reading before the period, if it has one. */
async function addEarlierReadings(
  db: BillingDatabase,
  period: BillingPeriod,
  registers: readonly RegisterRow[],
  previous: Map<string, PreviousConsumption>,
): Promise<void> {
  const first = firstDay(period);
  const wanted = new Set<string>();
  for (const register of registers) {
    if (register.installedOn < first && !previous.has(registerKey(register)))
      wanted.add(register.accountNumber);
  }
  if (wanted.size === 0) return;
  const { rows } = await sql<ValueRow>`
    select distinct on (account_number, meter_id, zone) account_number as "accountNumber", meter_id as "meterId", zone,
      value::float8 as value, effective_date as "onDate"
    from billing.reading
    where account_number = any(${[...wanted]}::text[]) and status = 'accepted' and period < ${period}
      and effective_date <= ${first}
    order by account_number, meter_id, zone, effective_date desc`.execute(db);
  for (const row of rows) {
    const key = registerKey(row);
    if (!previous.has(key)) previous.set(key, { closingValue: row.value, to: row.onDate, isActual: true });
  }
}

function combine(
  accounts: readonly AccountRow[],
  registers: readonly RegisterRow[],
  previous: ReadonlyMap<string, PreviousConsumption>,
  readings: Awaited<ReturnType<typeof listReadingRows>>,
  moved: Awaited<ReturnType<typeof listMovedRows>>,
): ClosingAccount[] {
  let next = 0;
  return accounts.map((account) => {
    const own: ClosingRegister[] = [];
    for (; registers[next]?.accountNumber === account.number; next++) {
      const register = registers[next] as RegisterRow;
      const key = registerKey(register);
      own.push({ ...register, previous: previous.get(key), reading: readings.get(key) });
    }
    const entries = moved.get(account.number);
    return {
      accountNumber: account.number,
      tariffCode: account.tariffCode,
      openedOn: account.openedOn,
      contractEndedOn: account.contractEndedOn,
      opening: addMoney(account.previousClosing, entries?.before ?? (0n as Kopiykas)),
      paid: entries?.paid ?? (0n as Kopiykas),
      registers: own,
    };
  });
}

/** A meter id is the meter's of one account. */
function registerKey(register: { readonly meterId: string; readonly zone: Zone }): string {
  return register.meterId + register.zone;
}
