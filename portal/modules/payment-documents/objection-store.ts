import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { nullable, type RowOf, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const objectionColumns = {
  account: text(),
  period: text(),
  payee: text<'supplier' | 'operator'>(),
  reason: text(),
  by: text(),
  objectedAt: timestamptz<Instant>(),
  answer: nullable(text()),
  answeredAt: nullable(timestamptz<Instant>()),
  requestId: uuid(),
};
export type StoredObjection = RowOf<typeof objectionColumns>;

/** Names an act. */
export interface ActKey {
  readonly account: string;
  readonly period: string;
  readonly payee: 'supplier' | 'operator';
}

const columns = sql`o.account_number as account, o.period, o.payee, o.reason,
  coalesce(nullif(concat_ws(' ', nullif(i.surname, ''), nullif(i.name, '')), ''), i.email, i.phone, '') as by,
  o.objected_at as "objectedAt", o.answer, o.answered_at as "answeredAt", o.request_id as "requestId"`;

/** The objections to the acts of these accounts. */
export async function listObjectionsOf(
  db: PortalDatabase,
  ...accounts: readonly string[]
): Promise<readonly StoredObjection[]> {
  const { rows } = await typedSql(objectionColumns)`
    select ${columns} from portal.act_objection o left join portal.identity i on i.identity_id = o.objected_by
    where o.account_number = any(${[...accounts]}::text[])`.execute(db);
  return rows;
}

/** Of all accounts: those that wait, the oldest first, then those answered last; and how many wait. */
export async function listObjections(
  db: PortalDatabase,
  limit: number,
): Promise<{ objections: readonly StoredObjection[]; waiting: number }> {
  const [{ rows }, count] = await Promise.all([
    typedSql(objectionColumns)`
      select ${columns} from portal.act_objection o left join portal.identity i on i.identity_id = o.objected_by
      order by o.answered_at desc nulls first, o.objected_at limit ${limit}`.execute(db),
    db
      .selectFrom('portal.act_objection')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('answer', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { objections: rows, waiting: Number(count.count) };
}

/** Keeps an objection; an act has one, so a second one leaves the first. */
export async function insertObjection(
  db: PortalDatabase,
  { account, period, payee }: ActKey,
  said: { readonly reason: string; readonly requestId: string; readonly by: string; readonly at: Instant },
): Promise<void> {
  await db
    .insertInto('portal.act_objection')
    .values({
      account_number: account,
      period,
      payee,
      reason: said.reason,
      request_id: said.requestId,
      objected_by: said.by,
      objected_at: instantToIso(said.at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** 'answered': somebody has answered already; undefined: there is no such objection. */
export async function answerObjection(
  db: PortalDatabase,
  key: ActKey,
  said: { readonly answer: string; readonly by: string; readonly at: Instant },
): Promise<StoredObjection | 'answered' | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('portal.act_objection')
    .set({ answer: said.answer, answered_by: said.by, answered_at: instantToIso(said.at) })
    .where('account_number', '=', key.account)
    .where('period', '=', key.period)
    .where('payee', '=', key.payee)
    .where('answer', 'is', null)
    .executeTakeFirst();
  const stored = (await listObjectionsOf(db, key.account)).find(
    ({ period, payee }) => period === key.period && payee === key.payee,
  );
  return stored !== undefined && numUpdatedRows === 0n ? 'answered' : stored;
}
