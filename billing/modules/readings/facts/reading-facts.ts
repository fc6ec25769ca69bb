import type { BillingDatabase } from '#billing/billing-database.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { ReadingPlacement } from '#domain/readings/meter-facts.ts';
import type { CustomerType, ReadingRules } from '#domain/readings/reading-rules.ts';
import { type PeriodState, placeReading } from '#domain/readings/submission-window.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { plainArray } from '#platform/database/copy.ts';
import { compiledSql } from '#platform/database/typed-sql.ts';
import type { AccountFacts } from './account-facts.ts';
import {
  detailsColumns,
  detailsStatement,
  type FactsRow,
  factsColumns,
  factsStatement,
  type PeriodStates,
} from './facts-statement.ts';
import { makeAccountFacts, type RegisterRow } from './make-account-facts.ts';

export interface LoadedFacts {
  /** In the order of the requested accounts; undefined: no such account. */
  readonly accounts: readonly (AccountFacts | undefined)[];
  readonly rules: ReadingRules;
  /** Time of the assessment. */
  readonly now: Instant;
}

type Placements = Readonly<Record<CustomerType, ReadingPlacement>>;

/**
 * Period states change once a month, so the last seen ones are tried first; the statement checks that they still hold.
 */
const lastStates = new WeakMap<BillingDatabase, string>();

const maxTries = 3;

/** A period without a row is open. */
function stateIn(states: PeriodStates): (period: BillingPeriod) => PeriodState {
  return (period) => states[period] ?? 'open';
}

/** The facts of one reading: of the named meter, or, when the customer named none, of the first of the account. */
export interface OneMeter {
  readonly accountNumber: string;
  readonly meterId?: string | undefined;
  /** Points that the caller is limited to; undefined: all. */
  readonly points?: readonly string[] | undefined;
}

/** A second one says that the account has several. */
const metersWhenNoneIsNamed = 2;

/** Which meters of an account are loaded; null: all. */
interface Asked {
  readonly accountNumber: string;
  readonly meterId: string | null;
  readonly maxMeters: number | null;
}

function askedOf({ accountNumber, meterId, points }: OneMeter): Asked {
  const isAny = meterId === undefined && points === undefined;
  return { accountNumber, meterId: meterId ?? null, maxMeters: isAny ? metersWhenNoneIsNamed : null };
}

/** Loads the facts of all meters of accounts, in one statement, rarely two. */
export const loadReadingFacts = (
  db: BillingDatabase,
  accountNumbers: readonly string[],
  now: Instant,
): Promise<LoadedFacts> =>
  loadFacts(
    db,
    accountNumbers.map((accountNumber) => ({ accountNumber, meterId: null, maxMeters: null })),
    now,
  );

/** Loads the facts for assessing readings of one meter each, submitted now: no other meter of the account is read. */
export const loadMeterFacts = (
  db: BillingDatabase,
  readings: readonly OneMeter[],
  now: Instant,
): Promise<LoadedFacts> => loadFacts(db, readings.map(askedOf), now);

async function loadFacts(db: BillingDatabase, asked: readonly Asked[], now: Instant): Promise<LoadedFacts> {
  const accountNumbers = asked.map(({ accountNumber }) => accountNumber);
  const { readings: rules } = await rulesAt(db, now);
  const closingMonth = addMonths(periodOf(kyivDateOf(now)), -1);
  for (let tries = 1; ; tries++) {
    const statesText = lastStates.get(db) ?? '{}';
    const states = JSON.parse(statesText) as PeriodStates;
    const placements: Placements = {
      person: placeReading(now, stateIn(states), rules.window.person),
      entity: placeReading(now, stateIn(states), rules.window.entity),
    };
    const { person, entity } = placements;
    const { rows } = await db.executeQuery(
      compiledSql<FactsRow>(factsColumns, factsStatement, [
        accountNumbers,
        person.period,
        entity.period,
        addMonths(person.period, -12),
        addMonths(entity.period, -12),
        closingMonth,
        asked.map(({ meterId }) => meterId),
        asked.map(({ maxMeters }) => maxMeters),
      ]),
    );
    const statesNow = rows[0]?.states ?? (rows.length === 0 ? statesText : '{}');
    if (statesNow === statesText) {
      const complete = await withDetails(db, accountNumbers, rows, placements);
      return { accounts: toAccounts(accountNumbers, complete, placements), rules, now };
    }
    if (tries === maxTries) throw new Error('period states changed during every attempt');
    lastStates.set(db, statesNow);
  }
}

/** Adds details of registers that have a reading of the period or one under review. */
async function withDetails(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  rows: readonly FactsRow[],
  placements: Placements,
): Promise<readonly RegisterRow[]> {
  const incomplete = rows.filter((row) => row.needsDetails);
  if (incomplete.length === 0) return rows;
  const found = await db.executeQuery(
    compiledSql(detailsColumns, detailsStatement, [
      incomplete.map((row) => accountNumbers[row.position - 1]),
      plainArray(incomplete.map((row) => row.meterId)),
      plainArray(incomplete.map((row) => row.zone)),
      plainArray(incomplete.map((row) => placements[row.customerType].period)),
    ]),
  );
  const detailsOf = new Map(
    found.rows.map(({ position, ...details }) => [incomplete[position - 1], details]),
  );
  return rows.map((row) => ({ ...row, ...detailsOf.get(row) }));
}

function toAccounts(
  accountNumbers: readonly string[],
  rows: readonly RegisterRow[],
  placements: Placements,
): (AccountFacts | undefined)[] {
  const accounts: (AccountFacts | undefined)[] = new Array(accountNumbers.length).fill(undefined);
  for (let start = 0; start < rows.length; ) {
    const position = rows[start]?.position ?? 0;
    let end = start + 1;
    while (rows[end]?.position === position) end += 1;
    const accountNumber = accountNumbers[position - 1];
    if (accountNumber !== undefined) {
      accounts[position - 1] = makeAccountFacts(accountNumber, rows.slice(start, end), placements);
    }
    start = end;
  }
  return accounts;
}
