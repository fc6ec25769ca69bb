import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import type { MeterFixture } from '#billing/testing/make-meter.ts';
import { shareByDays } from '#domain/charges/share-by-days.ts';
import { type Zone, zonesOf } from '#domain/tariffs/tariff.ts';
import { addMonths, type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

type Values = Readonly<Partial<Record<Zone, number>>>;

export interface AccountPairFixture {
  /** The first month that the one of them is charged by average for. */
  readonly first: BillingPeriod;
  readonly months: number;
  readonly tariffCode: string;
  readonly meter: MeterFixture;
  /** What the dial showed when the first month began, and when it was read again. */
  readonly start: Values;
  readonly end: Values;
  readonly readOn: LocalDate;
}

/** The same household twice: once read after months without a reading, once at the end of each. */
export interface AccountPairs {
  readonly unread: AccountHandle;
  readonly read: AccountHandle;
}

/** What the dial shows at the end of each month when its way to the reading is shared by days. */
function valuesAtEnds(fixture: AccountPairFixture, zone: Zone): number[] {
  const { first, months, start, end, readOn } = fixture;
  const capacity = 10 ** (fixture.meter.digitCapacity ?? 5);
  const from = start[zone] ?? 0;
  const units = ((end[zone] ?? 0) - from + capacity) % capacity;
  const ends = Array.from({ length: months }, (_, index) => firstDayAfter(addMonths(first, index)));
  let value = from;
  return shareByDays(units, firstDay(first), readOn, ends)
    .slice(0, months)
    .map((share) => {
      value = (value + share) % capacity;
      return value;
    });
}

/** Makes both; neither is read yet in the month after the last of `months`. */
export async function makeAccountPairs(
  db: BillingDatabase,
  fixture: AccountPairFixture,
): Promise<AccountPairs> {
  const { first, months, tariffCode, meter, start } = fixture;
  const zones = zonesOf[meter.zoneScheme ?? 'single'];
  const before = Object.fromEntries(zones.map((zone) => [zone, (start[zone] ?? 0) - 70]));
  const history = [
    { period: addMonths(first, -2), closing: before },
    { period: addMonths(first, -1), closing: start },
  ];
  const account = { tariffCode, contractedPowerWatts: 15_000, meters: [meter], history };
  const unread = await makeAccount(db, account);
  const read = await makeAccount(db, account);
  const ends = new Map(zones.map((zone) => [zone, valuesAtEnds(fixture, zone)]));
  for (let index = 0; index < months; index++) {
    const period = addMonths(first, index);
    const values = Object.fromEntries(zones.map((zone) => [zone, ends.get(zone)?.[index] ?? 0]));
    await giveReading(db, { ...read, period, effectiveDate: firstDayAfter(period), values });
  }
  return { unread, read };
}

/** Both are read on the same day. */
export async function readAccountPairs(
  db: BillingDatabase,
  { unread, read }: AccountPairs,
  { first, months, end, readOn }: AccountPairFixture,
): Promise<void> {
  for (const account of [unread, read]) {
    const period = addMonths(first, months);
    await giveReading(db, { ...account, period, effectiveDate: readOn, values: end });
  }
}

/** What an account was charged in all, kopiykas, and its energy, Wh. */
export async function chargedInAll(db: BillingDatabase, { accountNumber }: AccountHandle) {
  const { rows } = await sql<{ sum: bigint; energy: bigint }>`
    select coalesce(sum(amount_kopiykas), 0)::bigint as sum, coalesce(sum(energy_wh), 0)::bigint as energy
    from billing.charge_line
    where account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
