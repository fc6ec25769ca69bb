import { CompiledQuery } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { cachedReadingRules } from '#billing/modules/supplier/public.ts';
import type { ReadingPlacement } from '#domain/readings/meter-facts.ts';
import type { CustomerType, ReadingRules } from '#domain/readings/reading-rules.ts';
import { type PeriodState, placeReading } from '#domain/readings/submission-window.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { AccountFacts } from './account-facts.ts';
import { type FactsRow, factsStatement, type PeriodStates } from './facts-statement.ts';
import { makeAccountFacts } from './make-account-facts.ts';

/** Whose readings are looked at; with a request id also what was answered to it. */
export interface FactsQuestion {
  readonly accountNumber: string;
  readonly requestId?: string;
}

export interface LoadedFacts {
  /** In the order of the questions; undefined: no such account. */
  readonly accounts: readonly (AccountFacts | undefined)[];
  readonly rules: ReadingRules;
  /** States of the periods that there are, from the last month on. */
  readonly states: PeriodStates;
}

/** Periods change once a month; the states seen last are tried first, and the statement says whether they still hold. */
const lastStates = new WeakMap<BillingDatabase, string>();

const mostTries = 3;

/** A period that has no row yet is open. */
function stateIn(states: PeriodStates): (period: BillingPeriod) => PeriodState {
  return (period) => states[period] ?? 'open';
}

/** Loads what has to be known to judge readings given now, for many accounts in one statement. */
export async function loadReadingFacts(
  db: BillingDatabase,
  questions: readonly FactsQuestion[],
  now: Instant,
): Promise<LoadedFacts> {
  const rules = await cachedReadingRules(db);
  const closingMonth = addMonths(periodOf(kyivDateOf(now)), -1);
  const accountNumbers = questions.map((question) => question.accountNumber);
  const requestIds = questions.map((question) => question.requestId ?? null);
  for (let tries = 1; ; tries++) {
    const statesText = lastStates.get(db) ?? '{}';
    const states = JSON.parse(statesText) as PeriodStates;
    const placements: Record<CustomerType, ReadingPlacement> = {
      person: placeReading(now, stateIn(states), rules.window.person),
      entity: placeReading(now, stateIn(states), rules.window.entity),
    };
    const { person, entity } = placements;
    const { rows } = await db.executeQuery<FactsRow>(
      CompiledQuery.raw(factsStatement, [
        accountNumbers,
        requestIds,
        person.period,
        entity.period,
        addMonths(person.period, -12),
        addMonths(entity.period, -12),
        closingMonth,
      ]),
    );
    const statesNow = rows[0]?.states ?? (rows.length === 0 ? statesText : '{}');
    if (statesNow === statesText) return { accounts: toAccounts(questions, rows, placements), rules, states };
    if (tries === mostTries) throw new Error('periods change faster than they can be read');
    lastStates.set(db, statesNow);
  }
}

function toAccounts(
  questions: readonly FactsQuestion[],
  rows: readonly FactsRow[],
  placements: Readonly<Record<CustomerType, ReadingPlacement>>,
): (AccountFacts | undefined)[] {
  const accounts: (AccountFacts | undefined)[] = new Array(questions.length).fill(undefined);
  for (let start = 0; start < rows.length; ) {
    const position = rows[start]?.position ?? 0;
    let end = start + 1;
    while (rows[end]?.position === position) end += 1;
    const question = questions[position - 1];
    if (question !== undefined) {
      accounts[position - 1] = makeAccountFacts(question.accountNumber, rows.slice(start, end), placements);
    }
    start = end;
  }
  return accounts;
}
