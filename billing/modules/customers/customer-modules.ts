import { sql } from 'kysely';
import { ACCOUNT_ACCESS_GET, ACCOUNT_CODE_RENEW, ACCOUNT_CODES_RENEW } from '#billing/api/accounts.ts';
import { ACCOUNT_PROVE, ENTITY_ACCOUNTS, ENTITY_PROVE } from '#billing/api/customers.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { customerNameText } from '#billing/modules/accounts/public.ts';
import {
  type AuditOrigin,
  auditInsert,
  claimRequestId,
  outboxInsert,
} from '#billing/modules/events/public.ts';
import { newObjectCode, type ObjectCode, replaceObjectCodes } from '#billing/modules/master-data/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';

/** A requested replacement of a code. */
interface CodeRenewal {
  readonly accountNumber: string;
  readonly reason: string;
}

/**
 * Replaces codes of household accounts, with audit and outbox, in the caller's transaction; returns the replaced ones.
 * Skips accounts of entities. Codes are not written to audit or outbox.
 */
async function renewObjectCodes(
  db: BillingDatabase,
  renewals: readonly CodeRenewal[],
  by: AuditOrigin,
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
    await sql`with events as (${outboxInsert(changes, now)}) ${auditInsert(by, changes, now)}`.execute(db);
  }
  return renewed;
}

/** Locks household accounts with a code older than the given months, oldest first, for the caller's transaction. */
async function lockOldCodes(
  db: BillingDatabase,
  { months, limit }: { readonly months: number; readonly limit: number },
  now: Instant,
): Promise<readonly CodeRenewal[]> {
  const { rows } = await typedSql({ accountNumber: text() })`
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
async function findAccess(
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
  const { rows } = await typedSql({
    phone: text(),
    code: text(),
    codeChangedAt: nullable(timestamptz<Instant>()),
    codeCanChange: bool(),
  })`
    select coalesce(c.phone, '') as phone, a.object_code as code, a.object_code_changed_at as "codeChangedAt",
      c.customer_type = 'person' as "codeCanChange"
    from billing.account a join billing.customer c using (customer_id)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** Whether the code is that of the account in any spelling (`latinCode`); an account may have no code. */
function isCodeOf(account: { readonly objectCode: string }, code: string): boolean {
  const own = latinCode(account.objectCode);
  return own !== '' && own === latinCode(code);
}

const customerOfAccountColumns = {
  customerType: text<'person' | 'entity'>(),
  /** Printed on the bill and in the contract. */
  objectCode: text(),
  /** EDRPOU of a legal entity. */
  taxCode: text(),
  companyName: text(),
  phone: text(),
  email: text(),
  /** Whether a contract of the account is in force on the day. */
  hasContract: bool(),
  /** Accounts of the same customer with a contract in force on the day, sorted. */
  accountNumbers: textArray<readonly string[]>(),
};
type CustomerOfAccount = RowOf<typeof customerOfAccountColumns>;

/** The customer of an account with the data that proves ownership; undefined: no such account. */
async function findCustomerOfAccount(
  db: BillingDatabase,
  accountNumber: string,
  today: LocalDate,
): Promise<CustomerOfAccount | undefined> {
  const { rows } = await typedSql(customerOfAccountColumns)`
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

/** ENTITY_ACCOUNTS: accounts of a legal entity with a contract in force. */
export const handleEntityAccounts = handleModule(
  ENTITY_ACCOUNTS,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const now = clock.now();
      const found = await findCustomerOfAccount(db, accountNumber, kyivDateOf(now));
      return answer({ accountNumbers: found?.customerType === 'entity' ? [...found.accountNumbers] : [] });
    },
);

/** ACCOUNT_ACCESS_GET: the portal recognises the holder by the contract's phone; only the holder may see the code. */
export const handleAccountAccessGet = handleModule(
  ACCOUNT_ACCESS_GET,
  ({ db }) =>
    async ({ accountNumber }) => {
      const access = await findAccess(db, accountNumber);
      if (access === undefined) return refuse('common.notFound');
      const { codeChangedAt } = access;
      return answer({
        ...access,
        codeChangedAt: codeChangedAt === null ? null : instantToIso(codeChangedAt),
      });
    },
);

/**
 * ENTITY_PROVE: account, unique code and EDRPOU prove a legal entity (product.md section 4). An unknown account, a
 * household's, a wrong code and a wrong EDRPOU are refused alike, after the same work.
 */
export const handleEntityProve = handleModule(ENTITY_PROVE, ({ db, clock }) => async (input) => {
  const found = await findCustomerOfAccount(db, input.accountNumber, kyivDateOf(clock.now()));
  const isProven =
    found?.customerType === 'entity' &&
    (input.uniqueCode === null || isCodeOf(found, input.uniqueCode)) &&
    (input.edrpou === null || found.taxCode === input.edrpou);
  if (!isProven) return refuse('accounts.codeMismatch');
  const { accountNumbers, hasContract, companyName, phone, email } = found;
  return answer({ accountNumbers: [...accountNumbers], hasContract, companyName, phone, email });
});

/**
 * ACCOUNT_PROVE: a person adds an account with the code on its bill (product.md section 5). An unknown account and a
 * wrong code are refused alike; so is an account of a legal entity, which must not be accessible by the code alone.
 */
export const handleAccountProve = handleModule(
  ACCOUNT_PROVE,
  ({ db, clock }) =>
    async ({ accountNumber, objectCode }) => {
      const now = clock.now();
      const found = await findCustomerOfAccount(db, accountNumber, kyivDateOf(now));
      const isProven = found?.customerType === 'person' && isCodeOf(found, objectCode);
      if (!isProven) return refuse('accounts.codeMismatch');
      const { confirmation } = (await rulesAt(db, now)).access;
      return answer({ hasContract: found.hasContract, phone: found.phone, confirmation });
    },
);

/**
 * ACCOUNT_CODE_RENEW: immediate, the old code becomes invalid. An entity's code belongs to its contract and is its
 * sign-in code: not replaced here. A repeated request id returns the current code; an id used for
 * something else is refused common.requestReused.
 */
export const handleAccountCodeRenew = handleModule(
  ACCOUNT_CODE_RENEW,
  ({ db, clock }) =>
    async (renewal, by) => {
      return db.transaction().execute(async (transaction) => {
        const claim = await claimRequestId(transaction, ACCOUNT_CODE_RENEW, renewal);
        if (claim === 'taken') return refuse('common.requestReused');
        const renewals = claim === 'new' ? [renewal] : [];
        const [renewed] = await renewObjectCodes(transaction, renewals, by, clock.now());
        if (renewed !== undefined) {
          return answer({ code: renewed.code, codeChangedAt: instantToIso(renewed.changedAt) });
        }
        const access = await findAccess(transaction, renewal.accountNumber);
        if (access === undefined || !access.codeCanChange || access.codeChangedAt === null) {
          return refuse('common.notFound');
        }
        return answer({ code: access.code, codeChangedAt: instantToIso(access.codeChangedAt) });
      });
    },
);

/** ACCOUNT_CODES_RENEW: safe to repeat and to run on several nodes; does nothing when the supplier sets no age. */
export const handleAccountCodesRenew = handleModule(
  ACCOUNT_CODES_RENEW,
  ({ db, clock }) =>
    async ({ limit }, by) => {
      const now = clock.now();
      const { codeMonths: months } = (await rulesAt(db, now)).access;
      if (months === 0) return answer({ renewed: 0 });
      return db.transaction().execute(async (transaction) => {
        const old = await lockOldCodes(transaction, { months, limit }, now);
        return answer({ renewed: (await renewObjectCodes(transaction, old, by, now)).length });
      });
    },
);
