import { sql } from 'kysely';
import type { TermContent } from '#contract/service-terms/term-changes.ts';
import { conversationStates } from '#domain/conversations/conversation-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  date,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const changeColumns = {
  changeId: uuid(),
  number: int4(),
  kind: text<TermContent['kind']>(),
  /** Of a standard, else ''. */
  code: text(),
  validFrom: date<LocalDate>(),
  content: json<TermContent>(),
  before: json<TermContent>(),
  reason: text(),
  author: text(),
  savedAt: timestamptz<Instant>(),
  undoneNumber: nullable(int4()),
  undoneAt: nullable(timestamptz<Instant>()),
  undoneBy: nullable(text()),
  undoneReason: nullable(text()),
};
export type StoredTermChange = RowOf<typeof changeColumns>;

/** All versions that were saved, in their order, with the names of their authors. */
export async function listTermVersions(db: PortalDatabase): Promise<readonly StoredTermChange[]> {
  const { rows } = await typedSql(changeColumns)`
    select v.change_id as "changeId", v.saved_number::int as number, v.kind, v.code, v.valid_from as "validFrom", v.content,
      v.before, v.reason, coalesce(nullif(a.full_name, ''), a.login) as author, v.saved_at as "savedAt",
      v.undone_number::int as "undoneNumber", v.undone_at as "undoneAt",
      coalesce(nullif(u.full_name, ''), u.login) as "undoneBy", v.undone_reason as "undoneReason"
    from portal.service_term_change v
    join portal.administrator a on a.identity_id = v.author_id
    left join portal.administrator u on u.identity_id = v.undone_by
    order by v.saved_number`.execute(db);
  return rows;
}

/** Nobody else saves or undoes a version until the transaction ends. */
export async function lockTermVersions(transaction: PortalDatabase): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('portal.service_term_change', 0))`.execute(
    transaction,
  );
}

/** Saves a version; a trigger puts it into the tables that are read. The versions are locked. */
export async function insertTermVersion(
  transaction: PortalDatabase,
  version: Pick<
    StoredTermChange,
    'changeId' | 'number' | 'kind' | 'code' | 'validFrom' | 'content' | 'before' | 'reason' | 'savedAt'
  > & { readonly authorId: string },
): Promise<void> {
  await sql`
    insert into portal.service_term_change (change_id, saved_number, kind, code, valid_from, content, before, reason,
      author_id, saved_at)
    values (${version.changeId}::uuid, ${version.number}, ${version.kind}, ${version.code}, ${version.validFrom}::date,
      ${JSON.stringify(version.content)}::jsonb, ${JSON.stringify(version.before)}::jsonb, ${version.reason},
      ${version.authorId}::uuid, ${instantToIso(version.savedAt)}::timestamptz)`.execute(transaction);
}

/** Takes a version back; a trigger removes it from the tables that are read. The versions are locked. */
export async function undoTermVersion(
  transaction: PortalDatabase,
  changeId: string,
  undone: { readonly number: number; readonly at: Instant; readonly by: string; readonly reason: string },
): Promise<void> {
  await sql`
    update portal.service_term_change set undone_number = ${undone.number},
      undone_at = ${instantToIso(undone.at)}::timestamptz, undone_by = ${undone.by}::uuid, undone_reason = ${undone.reason}
    where change_id = ${changeId}::uuid`.execute(transaction);
}

const requestColumns = {
  code: text(),
  validFrom: date<LocalDate>(),
  calendarVersion: int4(),
  receivedAt: timestamptz<Instant>(),
};
type RequestGroup = RowOf<typeof requestColumns>;

const isOpenTicket = sql`c.kind = 'ticket' and c.state not in ('answered', 'closed')`;
const receivedAtSql = sql`date_trunc('minute', coalesce(c.received_at, c.opened_at))`;

/** Open tickets by what their legal terms were counted by and by the minute of their receipt. */
export async function countOpenRequests(db: PortalDatabase) {
  const { rows } = await typedSql({ ...requestColumns, count: int4() })`
    select c.standard_code as code, c.standard_valid_from as "validFrom", c.calendar_version as "calendarVersion",
      ${receivedAtSql} as "receivedAt", count(*)::int as count
    from portal.conversation c
    where ${isOpenTicket}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Open tickets of some of these groups, by the place of the group; of each at most `limit`, the oldest first. */
export async function listOpenRequests(db: PortalDatabase, groups: readonly RequestGroup[], limit: number) {
  const { rows } = await typedSql({ place: int4(), account: text(), id: uuid(), number: int8() })`
    select place, account, id, number
    from (
      select g.place::int as place, c.account_number as account, c.conversation_id as id, c.number,
        row_number() over (partition by g.place order by c.number) as rank
      from unnest(${groups.map(({ code }) => code)}::text[], ${groups.map(({ validFrom }) => validFrom)}::date[],
        ${groups.map(({ calendarVersion }) => calendarVersion)}::int[],
        ${groups.map(({ receivedAt }) => instantToIso(receivedAt))}::timestamptz[])
        with ordinality g (code, valid_from, calendar_version, received_at, place)
      join portal.conversation c on c.standard_code = g.code and c.standard_valid_from = g.valid_from
        and c.calendar_version = g.calendar_version and ${receivedAtSql} = g.received_at
      where ${isOpenTicket}
    ) ranked where rank <= ${limit}::int order by place, number`.execute(db);
  return rows;
}

/** Chats `c` that began since a moment; those that became tickets are among them. Every state is named for the index. */
const beganSince = (since: Instant) => sql`(c.kind = 'chat' or c.received_at is not null)
      and c.state = any(${[...conversationStates]}::text[]) and c.opened_at >= ${instantToIso(since)}::timestamptz`;

/** How many chats began since a moment, by the minute. */
export async function countChatsSince(db: PortalDatabase, since: Instant) {
  const { rows } = await typedSql({ at: timestamptz<Instant>(), count: int4() })`
    select date_trunc('minute', c.opened_at) as at, count(*)::int as count from portal.conversation c
    where ${beganSince(since)}
    group by 1`.execute(db);
  return rows;
}

/** The newest chats that began in one of these minutes, which are not before `since`. */
export async function listChatsOf(
  db: PortalDatabase,
  minutes: readonly Instant[],
  { since, limit }: { readonly since: Instant; readonly limit: number },
) {
  const { rows } = await typedSql({
    account: text(),
    id: uuid(),
    number: int8(),
    openedAt: timestamptz<Instant>(),
  })`
    select c.account_number as account, c.conversation_id as id, c.number, c.opened_at as "openedAt"
    from portal.conversation c
    where ${beganSince(since)} and date_trunc('minute', c.opened_at) = any(${minutes.map(instantToIso)}::timestamptz[])
    order by c.opened_at desc, c.number desc limit ${limit}::int`.execute(db);
  return rows;
}
