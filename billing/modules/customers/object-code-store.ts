import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { auditInsert, outboxInsert } from '#billing/modules/events/public.ts';
import { type ObjectCode, replaceObjectCodes } from '#billing/modules/master-data/public.ts';
import { newUniqueCodeAlphabet, newUniqueCodeLength } from '#domain/identifiers/unique-code.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

function newObjectCode(): string {
  const sign = () => newUniqueCodeAlphabet.charAt(randomInt(newUniqueCodeAlphabet.length));
  return Array.from({ length: newUniqueCodeLength }, sign).join('');
}

/** A requested replacement of a code. */
export interface CodeRenewal {
  readonly accountNumber: string;
  readonly reason: string;
}

/**
 * Replaces codes of household accounts, with audit and outbox, in the caller's transaction; returns the replaced ones.
 * Skips accounts of entities. Codes are not written to audit or outbox.
 */
export async function renewObjectCodes(
  db: BillingDatabase,
  renewals: readonly CodeRenewal[],
  actor: string,
  now: Instant,
): Promise<readonly ObjectCode[]> {
  if (renewals.length === 0) return [];
  const rows = renewals.map((renewal) => ({ ...renewal, code: newObjectCode() }));
  const renewed = await replaceObjectCodes(db, rows, now);
  const reasonOf = new Map(renewals.map(({ accountNumber, reason }) => [accountNumber, reason]));
  const changes = renewed.map(({ accountNumber }) => ({
    accountNumber,
    kind: 'account.codeRenewed',
    payload: { reason: reasonOf.get(accountNumber) ?? '' },
  }));
  if (changes.length > 0) {
    await sql`with events as (${outboxInsert(changes, now)}) ${auditInsert(actor, changes, now)}`.execute(db);
  }
  return renewed;
}

/** Locks household accounts with a code older than the given months, oldest first, for the caller's transaction. */
export async function lockOldCodes(
  db: BillingDatabase,
  { months, limit }: { readonly months: number; readonly limit: number },
  now: Instant,
): Promise<readonly CodeRenewal[]> {
  const { rows } = await sql<{ accountNumber: string }>`
    select a.account_number as "accountNumber"
      from billing.account a join billing.customer c using (customer_id)
     where coalesce(a.object_code_changed_at, a.object_code_set_at)
             < ${instantToIso(now)}::timestamptz - pg_catalog.make_interval(months => ${months}::integer)
       and c.customer_type = 'person'
       and (a.contract_ended_on is null or a.contract_ended_on >= ${instantToIso(now)}::timestamptz::date)
     order by coalesce(a.object_code_changed_at, a.object_code_set_at) limit ${limit}
       for update of a skip locked`.execute(db);
  return rows.map(({ accountNumber }) => ({ accountNumber, reason: 'yearly' }));
}

/** Facts that decide who may see and change access to an account; undefined: no such account. */
export async function findAccess(
  db: BillingDatabase,
  accountNumber: string,
): Promise<
  | {
      readonly phone: string;
      readonly code: string;
      readonly codeChangedAt: Instant | null;
      readonly codeCanChange: boolean;
    }
  | undefined
> {
  const { rows } = await sql<{
    phone: string;
    code: string;
    codeChangedAt: Instant | null;
    codeCanChange: boolean;
  }>`
    select coalesce(c.phone, '') as phone, a.object_code as code, a.object_code_changed_at as "codeChangedAt",
      c.customer_type = 'person' as "codeCanChange"
    from billing.account a join billing.customer c using (customer_id)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
