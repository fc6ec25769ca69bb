import { type RawBuilder, sql } from 'kysely';
import { emailBeginning, phoneBeginnings, phoneEnd, readFindQuery } from '#domain/search/find-query.ts';
import { int4, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Operators of `text_pattern_ops`: an order of bytes, which the last sign of Unicode ends. */
const begins = (value: RawBuilder<unknown>, start: string) =>
  sql`${value} ~>=~ ${start} and ${value} ~<~ ${`${start}\u{10ffff}`}`;

/**
 * Cabinets whose phone begins or ends with the digits of what is typed, or whose e-mail begins with it; those without an account too.
 * [] when it is neither.
 */
export async function findCabinets(db: PortalDatabase, typed: string, limit: number) {
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
  const { rows } = await typedSql({
    id: uuid(),
    name: text(),
    phone: text(),
    email: text(),
    account: nullable(text()),
    accountCount: int4(),
  })`
    select i.identity_id as id, concat_ws(' ', nullif(i.surname, ''), nullif(i.name, ''), nullif(i.middle_name, '')) as name,
      coalesce(i.phone, '') as phone, coalesce(i.email, '') as email, own.account, own.count as "accountCount"
    from (${sql.join(parts, sql` union `)}) found
    join portal.identity i using (identity_id)
    cross join lateral (
      select coalesce((select h.account_number from portal.chosen_account h
          join portal.identity_account o using (identity_id, account_number) where h.identity_id = i.identity_id),
        min(o.account_number)) as account, count(*)::integer as count
      from portal.identity_account o where o.identity_id = i.identity_id) own
    order by i.phone, i.identity_id limit ${limit}::integer`.execute(db);
  return rows;
}
