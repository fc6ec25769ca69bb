import type { BillingDatabase } from '#billing/billing-database.ts';

/** The supplier of this installation; undefined until one is loaded. */
export async function findSupplier(db: BillingDatabase) {
  return db.selectFrom('billing.supplier').selectAll().executeTakeFirst();
}
