import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';

/** Numbers taken from the sequence at once; those of a server that stops are never used, as a sequence allows. */
const blockSize = 500;

/** Receipt numbers, taken in blocks so that a reading needs no question of its own. */
export function createReceiptNumbers(db: BillingDatabase): (count: number) => Promise<readonly string[]> {
  let stock: string[] = [];
  return async (count) => {
    while (stock.length < count) {
      const { rows } = await sql<{ number: string }>`
        select nextval('billing.receipt_number')::text as number
        from generate_series(1, ${blockSize}::int)`.execute(db);
      stock = [...stock, ...rows.map((row) => row.number)];
    }
    return stock.splice(0, count);
  };
}
