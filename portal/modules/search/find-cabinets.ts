import { type RawBuilder, sql } from 'kysely';
import { emailBeginning, phoneBeginnings, phoneEnd, readFindQuery } from '#domain/search/find-query.ts';
import { bool, int4, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Operators of `text_pattern_ops`: an order of bytes, which the last sign of Unicode ends. */
const begins = (value: RawBuilder<unknown>, start: string) =>
  sql`${value} ~>=~ ${start} and ${value} ~<~ ${`${start}\u{10ffff}`}`;

/** The rows of cabinets; `found`: SQL of their ids. */
async function readCabinets(db: PortalDatabase, found: RawBuilder<unknown>, limit: number) {
  const { rows } = await typedSql({
    id: uuid(),
    name: text(),
    phone: text(),
    email: text(),
    account: nullable(text()),
    accountCount: int4(),
    isCompany: bool(),
  })`
    select i.identity_id as id, concat_ws(' ', nullif(i.surname, ''), nullif(i.name, ''), nullif(i.middle_name, '')) as name,
      coalesce(i.phone, '') as phone, coalesce(i.email, '') as email, own.account, own.count as "accountCount",
      i.identity_type = 'entity' as "isCompany"
    from (${found}) found
    join portal.identity i using (identity_id)
    cross join lateral (
      select coalesce((select h.account_number from portal.chosen_account h
          join portal.identity_account o using (identity_id, account_number) where h.identity_id = i.identity_id),
        min(o.account_number)) as account, count(*)::integer as count
      from portal.identity_account o where o.identity_id = i.identity_id) own
    order by i.phone, i.identity_id limit ${limit}::integer`.execute(db);
  return rows;
}
type Cabinet = Omit<Awaited<ReturnType<typeof readCabinets>>[number], 'isCompany'>;

/** A customer that the billing has found. */
interface FoundHolder {
  readonly holder: string;
  readonly ownAccounts: readonly string[];
}

/**
 * Cabinets with an account of these customers: so they are found by names that only the billing knows. That of a company has no name of
 * its own: it gets the customer's.
 */
export async function findCabinetsOf(
  db: PortalDatabase,
  holders: readonly FoundHolder[],
  limit: number,
): Promise<readonly Cabinet[]> {
  const names = new Map(
    holders.flatMap(({ holder, ownAccounts }) => ownAccounts.map((own) => [own, holder])),
  );
  if (names.size === 0) return [];
  const found = sql`select distinct identity_id from portal.identity_account where account_number = any(${[...names.keys()]}::text[])`;
  const rows = await readCabinets(db, found, limit);
  return rows.map(({ isCompany, ...row }) => ({
    ...row,
    name: row.name || (isCompany && names.get(row.account ?? '')) || '',
  }));
}

/**
 * Cabinets whose phone begins or ends with the digits of what is typed, or whose e-mail begins with it; those without an account too.
 * [] when it is neither.
 */
export async function findCabinets(
  db: PortalDatabase,
  typed: string,
  limit: number,
): Promise<readonly Cabinet[]> {
  const { digits } = readFindQuery(typed);
  const email = emailBeginning(typed);
  if (digits === '' && email === undefined) return [];
  const end = digits === '' ? undefined : phoneEnd(digits);
  const conditions = [
    ...(digits === '' ? [] : phoneBeginnings(digits)).map((start) => begins(sql`i.phone`, start)),
    ...(end === undefined ? [] : [begins(sql`reverse(i.phone)`, end)]),
    ...(email === undefined ? [] : [begins(sql`lower(i.email)`, email)]),
  ];
  const parts = conditions.map(
    (
      condition,
    ) => sql`(select i.identity_id from portal.identity i where ${condition} and i.identity_type <> 'admin'
      limit ${limit}::integer)`,
  );
  const rows = await readCabinets(db, sql.join(parts, sql` union `), limit);
  return rows.map(({ isCompany: _, ...row }) => row);
}
