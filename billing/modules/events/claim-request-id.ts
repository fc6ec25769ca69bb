import { sql } from 'kysely';
import type { Module } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';

/**
 * Ties a request id to a function module and an account, for ever (decision 0071). 'new': it was not used before; 'again': by
 * the same module for the same account; 'taken': otherwise, to be refused common.requestReused. Waits for a transaction that
 * claims the same id.
 */
export async function claimRequestId(
  db: BillingDatabase,
  module: Module,
  { requestId, accountNumber }: { readonly requestId: string; readonly accountNumber: string },
): Promise<'new' | 'again' | 'taken'> {
  const inserted = await sql`
    insert into billing.request_id (request_id, module, account_number)
    values (${requestId}::uuid, ${module.name}, ${accountNumber}) on conflict do nothing returning 1`.execute(
    db,
  );
  if (inserted.rows.length > 0) return 'new';
  const { rows } = await sql<{ isSame: boolean }>`
    select module = ${module.name} and account_number = ${accountNumber} as "isSame"
      from billing.request_id where request_id = ${requestId}::uuid`.execute(db);
  return rows[0]?.isSame === true ? 'again' : 'taken';
}
