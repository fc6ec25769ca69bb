import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';

const DEFAULT_DIGITS = 10;

/** How long the numbers of accounts of the supplier are; ten digits unless it says otherwise. */
export async function accountDigits(db: BillingDatabase): Promise<number> {
  const { rows } = await sql<{ digits: number | null }>`
    select (rules ->> 'accountDigits')::int as digits from billing.supplier`.execute(db);
  return rows[0]?.digits ?? DEFAULT_DIGITS;
}
