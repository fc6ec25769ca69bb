import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { customerNameText } from '#billing/modules/accounts/public.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export interface CustomerOfAccount {
  readonly customerType: 'person' | 'entity';
  /** Printed on the bill and in the contract. */
  readonly objectCode: string;
  /** EDRPOU of a legal entity. */
  readonly taxCode: string;
  readonly companyName: string;
  readonly phone: string;
  readonly email: string;
  /** Whether a contract of the account is in force on the day. */
  readonly hasContract: boolean;
  /** Accounts of the same customer with a contract in force on the day, sorted. */
  readonly accountNumbers: readonly string[];
}

/** The customer of an account with the data that proves ownership; undefined: no such account. */
export async function findCustomerOfAccount(
  db: BillingDatabase,
  accountNumber: string,
  today: LocalDate,
): Promise<CustomerOfAccount | undefined> {
  const { rows } = await sql<CustomerOfAccount>`
    select c.customer_type as "customerType", a.object_code as "objectCode", c.tax_code as "taxCode",
      ${customerNameText} as "companyName", coalesce(c.phone, '') as phone, coalesce(c.email, '') as email,
      (a.contract_ended_on is null or a.contract_ended_on >= ${today}::date) as "hasContract",
      array(select own.account_number from billing.account own
             where own.customer_id = a.customer_id
               and (own.contract_ended_on is null or own.contract_ended_on >= ${today}::date)
             order by own.account_number) as "accountNumbers"
    from billing.account a
    join billing.customer c using (customer_id)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
