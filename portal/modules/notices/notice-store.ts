import { sql } from 'kysely';
import type { noticeAudiences } from '#contract/notices/manage-notices.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int4,
  json,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

type Audience = (typeof noticeAudiences)[number];

/**
 * The texts shown on a page to an audience at a moment, in order: by position, those of the page itself before those of every
 * page, newer before older. A notice is shown from `shown_from` (inclusive) until `shown_until` (exclusive; null: until it is ended).
 */
export async function listNoticesShown(
  db: PortalDatabase,
  page: string,
  audience: Audience,
  at: Instant,
): Promise<readonly string[]> {
  const moment = instantToIso(at);
  const { rows } = await typedSql({ text: text() })`
    select text from portal.service_notice
     where pages && array[${page}, '*'] and audience in ('everybody', ${audience})
       and shown_from <= ${moment}::timestamptz and (shown_until is null or shown_until > ${moment}::timestamptz)
     order by position, pages @> array['*'], shown_from desc, notice_id`.execute(db);
  return rows.map((row) => row.text);
}

const noticeColumns = {
  id: uuid(),
  text: text(),
  pages: textArray(),
  audience: text<Audience>(),
  from: timestamptz<Instant>(),
  until: nullable(timestamptz<Instant>()),
  position: int4(),
  state: text<'planned' | 'shown' | 'ended'>(),
  revision: int4(),
  events: json<{ kind: 'created' | 'changed' | 'ended'; at: string; by: string }[]>(),
};
export type StoredNotice = RowOf<typeof noticeColumns>;

/** Ended ones that are still listed. */
const maxListed = 200;

/** The notices that are shown or planned, in order, then the ended ones, newest first; `id`: that one alone. */
export async function listNotices(
  db: PortalDatabase,
  at: Instant,
  id: string | null = null,
): Promise<readonly StoredNotice[]> {
  const moment = instantToIso(at);
  const { rows } = await typedSql(noticeColumns)`
    with listed as (
      select n.*, case when n.shown_until <= ${moment}::timestamptz then 'ended'
          when n.shown_from > ${moment}::timestamptz then 'planned' else 'shown' end as state
      from portal.service_notice n where ${id}::uuid is null or n.notice_id = ${id}::uuid)
    select l.notice_id as id, l.text, l.pages, l.audience, l.shown_from as "from", l.shown_until as "until", l.position, l.state,
      l.revision, (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind,
          'at', to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'by', coalesce(nullif(a.full_name, ''), a.login, '')) order by e.revision desc), '[]')
        from portal.service_notice_event e left join portal.administrator a on a.identity_id = e.actor_id
        where e.notice_id = l.notice_id) as events
    from listed l
    order by l.state = 'ended', case when l.state <> 'ended' then l.position end, l.shown_from desc, l.notice_id
    limit ${maxListed}`.execute(db);
  return rows;
}

/** What is shown, where, to whom and when. */
export interface NoticeContent {
  readonly text: string;
  readonly pages: readonly string[];
  readonly audience: Audience;
  readonly from: string;
  readonly until: string | null;
  readonly position: number;
}

interface Act {
  /** The administrator. */
  readonly by: string | null;
  readonly at: Instant;
}

/** Adds a notice with its event; false: there is one of this id, and nothing changed. */
export async function insertNotice(
  db: PortalDatabase,
  id: string,
  { text: words, pages, audience, from, until, position }: NoticeContent,
  { by, at }: Act,
): Promise<boolean> {
  const { rows } = await typedSql({ id: uuid() })`
    with added as (
      insert into portal.service_notice (notice_id, text, pages, audience, shown_from, shown_until, position)
      values (${id}::uuid, ${words}, ${[...pages]}::text[], ${audience}, ${from}::timestamptz, ${until}::timestamptz,
        ${position}::smallint)
      on conflict do nothing returning *)
    insert into portal.service_notice_event (notice_id, revision, kind, actor_id, happened_at, state)
    select a.notice_id, a.revision, 'created', ${by}::uuid, ${instantToIso(at)}::timestamptz, to_jsonb(a) from added a
    returning notice_id as id`.execute(db);
  return rows.length > 0;
}

/** Changes a notice that has not ended, with its event; false: it is not there in this revision, or it ended. */
export async function updateNotice(
  db: PortalDatabase,
  { id, revision }: { readonly id: string; readonly revision: number },
  { text: words, pages, audience, from, until, position }: NoticeContent,
  { by, at }: Act,
): Promise<boolean> {
  const moment = instantToIso(at);
  const { rows } = await typedSql({ id: uuid() })`
    with changed as (
      update portal.service_notice set text = ${words}, pages = ${[...pages]}::text[], audience = ${audience},
        shown_from = ${from}::timestamptz, shown_until = ${until}::timestamptz, position = ${position}::smallint,
        revision = revision + 1
      where notice_id = ${id}::uuid and revision = ${revision}::integer
        and (shown_until is null or shown_until > ${moment}::timestamptz)
      returning *)
    insert into portal.service_notice_event (notice_id, revision, kind, actor_id, happened_at, state)
    select c.notice_id, c.revision, 'changed', ${by}::uuid, ${moment}::timestamptz, to_jsonb(c) from changed c
    returning notice_id as id`.execute(db);
  return rows.length > 0;
}

/** Ends a notice now, one that was planned before it began; false: it is not there in this revision, or it ended. */
export async function endNotice(
  db: PortalDatabase,
  { id, revision }: { readonly id: string; readonly revision: number },
  { by, at }: Act,
): Promise<boolean> {
  const moment = sql`${instantToIso(at)}::timestamptz`;
  const { rows } = await typedSql({ id: uuid() })`
    with ended as (
      update portal.service_notice set revision = revision + 1, shown_from = least(shown_from, ${moment}), shown_until = ${moment}
      where notice_id = ${id}::uuid and revision = ${revision}::integer and (shown_until is null or shown_until > ${moment})
      returning *)
    insert into portal.service_notice_event (notice_id, revision, kind, actor_id, happened_at, state)
    select e.notice_id, e.revision, 'ended', ${by}::uuid, ${moment}, to_jsonb(e) from ended e
    returning notice_id as id`.execute(db);
  return rows.length > 0;
}
