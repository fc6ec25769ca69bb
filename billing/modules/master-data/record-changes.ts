import { CompiledQuery, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type RecalculationRequest, requestRecalculations } from '#billing/modules/charges/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { applyStatements, recordStatements, touchedMonths } from './apply-changes.ts';
import { type ChangeProblem, findProblems } from './check-changes.ts';
import { createTables, takeWave } from './pending-changes.ts';

/** Where changes come from. */
export interface ChangeOrigin {
  readonly source: 'importFile' | 'administrator' | 'functionModule';
  /** As in the audit. */
  readonly actor: string;
  readonly recordedAt: Instant;
}

export type RecordedChanges =
  | { readonly kind: 'problems'; readonly problems: readonly ChangeProblem[] }
  /** How many were recorded; those that the stored facts said already are not among them. */
  | {
      readonly kind: 'recorded';
      readonly recorded: number;
      /** The first closed month that is charged anew because of them. */
      readonly recalculatedFrom: BillingPeriod | undefined;
    };

/** Makes `change_queue`, a table of the transaction that `recordChanges` reads. */
export async function openChangeQueue(db: BillingDatabase): Promise<void> {
  for (const statement of createTables) await sql.raw(statement).execute(db);
}

/**
 * Records and makes the changes of `change_queue` inside the transaction of the caller, who rolls it back when there are
 * problems (product.md §7): the change with its day and source, its audit, what charging reads for the day, and for a day in
 * a closed month the request to charge the account anew. Changes of one account are made in the order of their days, all
 * accounts together: as many rounds as the account with the most changes has. Holds the periods and the accounts.
 */
export async function recordChanges(db: BillingDatabase, origin: ChangeOrigin): Promise<RecordedChanges> {
  const { source, actor, recordedAt } = origin;
  const run = <Row>(text: string, parameters: readonly unknown[]) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  await sql`select from billing.period for share`.execute(db);
  await sql`select from billing.account
    where account_number in (select account_number from change_queue) order by account_number for update`.execute(
    db,
  );
  const { rows } = await sql<{ waves: number }>`
    select coalesce(max(count), 0)::int as waves
    from (select count(*) from change_queue group by account_number) counted`.execute(db);
  let recorded = 0;
  const months: BillingPeriod[] = [];
  for (let wave = 1; wave <= (rows[0]?.waves ?? 0); wave++) {
    await sql`truncate pending_change`.execute(db);
    await run(takeWave, [wave, source]);
    const found = await run<ChangeProblem>(findProblems, [kyivDateOf(recordedAt), source]);
    if (found.rows.length > 0) return { kind: 'problems', problems: found.rows };
    const requests = await sql
      .raw<Omit<RecalculationRequest, 'cause' | 'requestedAt'>>(touchedMonths)
      .execute(db);
    for (const statement of applyStatements) await sql.raw(statement).execute(db);
    for (const statement of recordStatements) await run(statement, [source, actor, instantToIso(recordedAt)]);
    await requestRecalculations(
      db,
      requests.rows.map((request) => ({ ...request, cause: 'masterDataChange', requestedAt: recordedAt })),
    );
    months.push(...requests.rows.map(({ fromPeriod }) => fromPeriod));
    const count = await sql<{ count: number }>`
      select count(*)::int as count from pending_change where not is_done`.execute(db);
    recorded += count.rows[0]?.count ?? 0;
  }
  return { kind: 'recorded', recorded, recalculatedFrom: months.toSorted()[0] };
}
