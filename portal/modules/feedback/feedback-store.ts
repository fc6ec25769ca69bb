import { type RawBuilder, sql } from 'kysely';
import type { Mark, Occasion } from '#contract/feedback.ts';
import { maskNumbers } from '#domain/feedback/mask-numbers.ts';
import { searchQuery, searchWords } from '#domain/search/search-words.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import {
  bool,
  int4,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

interface Given {
  /** Who marks. */
  readonly identityId: string;
  readonly mark: Mark;
  /** As typed; digits of cards and phones are masked before it is kept. */
  readonly text: string;
  readonly at: Instant;
}

/** What goes into every row, whatever was marked. */
function rowOf(db: PortalDatabase, { identityId, mark, text: typed, at }: Given) {
  const comment = maskNumbers(typed.trim());
  const words = db.fn<string>('array_to_tsvector', [sql.val([...searchWords(comment)])]);
  return {
    identity_id: identityId,
    mark,
    comment,
    words,
    given_on: kyivDateOf(at),
    given_at: instantToIso(at),
  };
}

/** A mark of a page. */
export interface PageMark extends Given {
  readonly feedbackId: string;
  readonly page: string;
  readonly occasion: Occasion;
  readonly version: string;
}

/** Keeps the mark of a page; false: the customer has marked the page on this day, and nothing changed. */
export async function insertPageMark(db: PortalDatabase, given: PageMark): Promise<boolean> {
  const { feedbackId, page, occasion, version } = given;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('portal.feedback')
    .values({ feedback_id: feedbackId, source: 'page', page, occasion, version, ...rowOf(db, given) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A rating of an answer to a ticket or chat. */
export interface Rating extends Given {
  readonly conversationId: string;
  /** Number of the answer in its conversation. */
  readonly answerSeq: number;
  readonly topic: string | null;
  /** The administrator who answered; null: nobody by name. */
  readonly operatorId: string | null;
  /** «Питання вирішено?» */
  readonly isSolved: boolean;
}

/** Keeps the rating of an answer, in the caller's transaction; false: the answer is rated, and nothing changed. */
export async function recordRating(db: PortalDatabase, rating: Rating): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('portal.feedback')
    .values({
      feedback_id: newId(),
      source: 'conversation',
      conversation_id: rating.conversationId,
      answer_seq: rating.answerSeq,
      topic: rating.topic,
      operator_id: rating.operatorId,
      is_solved: rating.isSolved,
      ...rowOf(db, rating),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** What is counted and listed; null: whatever it is. */
export interface FeedbackFilter {
  /** Kyiv days, both included. */
  readonly from: string;
  readonly to: string;
  readonly source: string | null;
  readonly page: string | null;
  readonly mark: Mark | null;
  /** Words as they were typed; '': all. */
  readonly q: string;
}

/** The text of the statement is the same whatever the filter, so that it is prepared once. */
function matches({ from, to, source, page, mark, q }: FeedbackFilter): RawBuilder<boolean> {
  return sql`f.given_on between ${from}::date and ${to}::date
    and (${source}::text is null or f.source = ${source}) and (${page}::text is null or f.page = ${page})
    and (${mark}::smallint is null or f.mark = ${mark})
    and (${q.trim()} = '' or f.words @@ ${searchQuery(q)}::tsquery)`;
}

const groupColumns = {
  kind: text<'all' | 'page' | 'topic' | 'operator' | 'time'>(),
  key: text(),
  mark1: int4(),
  mark2: int4(),
  mark3: int4(),
  mark4: int4(),
  mark5: int4(),
  rated: int4(),
  unsolved: int4(),
};
export type FeedbackGroup = RowOf<typeof groupColumns>;

/** Answers of the filter by all that they are counted by, in one pass; a topic and an operator are of conversations alone. */
export async function countFeedback(
  db: PortalDatabase,
  filter: FeedbackFilter,
  by: 'day' | 'week',
): Promise<readonly FeedbackGroup[]> {
  const { rows } = await typedSql(groupColumns)`
    with matched as (
      select f.*, date_trunc(${by}, f.given_on::timestamp)::date as part from portal.feedback f where ${matches(filter)}),
    counted as (
      select f.page, f.topic, f.operator_id, f.source, f.part, grouping(f.page) as of_page, grouping(f.topic) as of_topic,
        grouping(f.operator_id) as of_operator, grouping(f.part) as of_time,
        count(*) filter (where f.mark = 1)::int as mark1, count(*) filter (where f.mark = 2)::int as mark2,
        count(*) filter (where f.mark = 3)::int as mark3, count(*) filter (where f.mark = 4)::int as mark4,
        count(*) filter (where f.mark = 5)::int as mark5, count(*)::int as answers,
        count(f.is_solved)::int as rated, count(*) filter (where not f.is_solved)::int as unsolved
      from matched f
      group by grouping sets ((), (f.source, f.page), (f.source, f.topic), (f.source, f.operator_id), (f.part)))
    select case when of_page = 0 then 'page' when of_topic = 0 then 'topic' when of_operator = 0 then 'operator'
        when of_time = 0 then 'time' else 'all' end as kind,
      coalesce(case when of_page = 0 then c.page when of_topic = 0 then coalesce(t.title, c.topic) when of_time = 0 then to_char(c.part, 'YYYY-MM-DD')
        when of_operator = 0 then coalesce(nullif(a.full_name, ''), a.login) end, '') as key,
      mark1, mark2, mark3, mark4, mark5, rated, unsolved
    from counted c left join portal.administrator a on a.identity_id = c.operator_id
      left join portal.conversation_topic t on t.topic_id = c.topic
    where (of_page = 1 or c.source = 'page') and ((of_topic = 1 and of_operator = 1) or c.source = 'conversation')
    order by kind, case when of_time = 0 then c.part end, answers desc, key`.execute(db);
  return rows;
}

const itemColumns = {
  id: uuid(),
  givenAt: timestamptz<Instant>(),
  mark: int4<Mark>(),
  text: text(),
  source: text<'page' | 'conversation'>(),
  page: nullable(text()),
  occasion: nullable(text<Occasion>()),
  version: nullable(text()),
  topic: nullable(text()),
  operator: nullable(text()),
  isSolved: nullable(bool()),
  /** Of the cursor. */
  moment: text(),
};
export type FeedbackItem = RowOf<typeof itemColumns>;

/** The texts of the filter after a position, newest first. */
export async function listTexts(
  db: PortalDatabase,
  filter: FeedbackFilter,
  after: { readonly moment: string; readonly id: string } | undefined,
  limit: number,
): Promise<readonly FeedbackItem[]> {
  const { rows } = await typedSql(itemColumns)`
    select f.feedback_id as id, f.given_at as "givenAt", f.mark, f.comment as text, f.source, f.page, f.occasion, f.version,
      coalesce(t.title, f.topic) as topic, coalesce(nullif(a.full_name, ''), a.login) as operator, f.is_solved as "isSolved",
      to_char(f.given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from portal.feedback f left join portal.administrator a on a.identity_id = f.operator_id
      left join portal.conversation_topic t on t.topic_id = f.topic
    where f.comment <> '' and ${matches(filter)} and (${after === undefined}::boolean
      or (f.given_at, f.feedback_id) < (${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by f.given_at desc, f.feedback_id desc limit ${limit}::integer`.execute(db);
  return rows;
}

/** How many texts the filter has. */
export async function countTexts(db: PortalDatabase, filter: FeedbackFilter): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::int as count from portal.feedback f where f.comment <> '' and ${matches(filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Empties the comments of marks that were given before a moment; the marks stay for the reports. Returns how many. */
export async function clearOldComments(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update portal.feedback set comment = '', words = ''::tsvector where feedback_id in (
      select feedback_id from portal.feedback
       where given_at < ${instantToIso(before)}::timestamptz and comment <> ''
       order by given_at limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Empties the comments of an identity; its marks stay for the reports. */
export async function clearCommentsOf(transaction: PortalDatabase, identityId: string): Promise<void> {
  await sql`
    update portal.feedback set comment = '', words = ''::tsvector
     where identity_id = ${identityId}::uuid and comment <> ''`.execute(transaction);
}

/** The marks of an identity, newest first. */
export async function listMarksOf(db: PortalDatabase, identityId: string) {
  const columns = { at: timestamptz<Instant>(), mark: int4(), comment: text(), page: nullable(text()) };
  const { rows } = await typedSql(columns)`
    select given_at as at, mark, comment, page from portal.feedback
     where identity_id = ${identityId}::uuid order by given_at desc, feedback_id`.execute(db);
  return rows;
}
