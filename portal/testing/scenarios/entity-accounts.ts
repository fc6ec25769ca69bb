import { sql } from 'kysely';
import { makeAccount } from '#billing/testing/make-account.ts';
import type { TestApp } from '../start-test-app.ts';

export const entityFixture = { customerType: 'entity', objectCode: 'SVITLO01', meters: [] } as const;
export const entityTaxCode = '14360570';

/** Accounts of one legal entity that has no cabinet yet. */
export async function makeEntityAccounts(
  { billingDb }: TestApp,
  count = 1,
  contractEndedOn?: string,
): Promise<string[]> {
  const made = [];
  for (let n = 0; n < count; n += 1)
    made.push(
      await makeAccount(billingDb, { ...entityFixture, ...(contractEndedOn && { contractEndedOn }) }),
    );
  const numbers = made.map((account) => account.accountNumber);
  const owner = made[0]?.customerId;
  await sql`update billing.account set customer_id = ${owner}::uuid
    where account_number = any(${numbers}::text[])`.execute(billingDb);
  await sql`update billing.customer set tax_code = ${entityTaxCode} where customer_id = ${owner}::uuid`.execute(
    billingDb,
  );
  return numbers;
}
