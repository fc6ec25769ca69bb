import { sql } from 'kysely';
import type { OutputOf } from '#contract/define-call.ts';
import type { checkWorkbook } from '#contract/readings/points.ts';
import type { SubmittedRow } from '#contract/values/reading-points.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bytea, json, type RowOf, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { CellMark } from './mark-workbook.ts';
import type { WrongCell } from './match-rows.ts';
import type { WorkbookLayout } from './read-workbook.ts';

export type CheckAnswer = Omit<OutputOf<typeof checkWorkbook>, 'status'>;

/** A wrong cell with its text. */
export interface CheckedCell extends WrongCell {
  readonly message: string;
  readonly needsConfirmation: boolean;
}

export interface WorkbookCheck {
  readonly checkId: string;
  readonly accountNumber: string;
  readonly requestId: string;
  readonly contentHash: string;
  readonly content: Buffer;
  readonly layout: WorkbookLayout;
  readonly rows: readonly SubmittedRow[];
  readonly wrong: readonly WrongCell[];
  readonly marks: readonly CellMark[];
  readonly answer: CheckAnswer;
}

/** What was answered to the upload of a request, and to which content; undefined: it is the first. */
export async function findCheckOfRequest(db: PortalDatabase, accountNumber: string, requestId: string) {
  const { rows } = await typedSql({ contentHash: text(), answer: json<CheckAnswer>() })`
    select content_hash as "contentHash", answer from portal.workbook_check
    where account_number = ${accountNumber} and request_id = ${requestId}::uuid`.execute(db);
  return rows[0];
}

/** Checks that an account keeps at once, 10 MB each at most. */
const maxKept = 5;

/** Keeps a check; the same workbook that was checked before is replaced, and the oldest of more than five goes. */
export async function keepCheck(db: PortalDatabase, check: WorkbookCheck, now: Instant): Promise<void> {
  const parts = [check.layout, check.rows, check.wrong, check.marks, check.answer];
  const [layout, rows, wrong, marks, answer] = parts.map((part) => JSON.stringify(part));
  await sql`
    with pruned as (
      delete from portal.workbook_check
      where account_number = ${check.accountNumber} and check_id in (
        select check_id from portal.workbook_check
        where account_number = ${check.accountNumber} and check_id <> ${check.checkId}::uuid
        order by checked_at desc, check_id offset ${maxKept - 1}))
    insert into portal.workbook_check (account_number, check_id, request_id, content_hash, content, layout, rows, wrong,
      errors, answer, checked_at)
    values (${check.accountNumber}, ${check.checkId}::uuid, ${check.requestId}::uuid, ${check.contentHash}, ${check.content},
      ${layout}::jsonb, ${rows}::jsonb, ${wrong}::jsonb, ${marks}::jsonb, ${answer}::jsonb,
      ${instantToIso(now)}::timestamptz)
    on conflict (account_number, check_id) do update set request_id = excluded.request_id, layout = excluded.layout,
      rows = excluded.rows, wrong = excluded.wrong, errors = excluded.errors,
      answer = excluded.answer, checked_at = excluded.checked_at`.execute(db);
}

/** What a commit submits. */
const commitColumns = {
  checkId: uuid(),
  rows: json<readonly SubmittedRow[]>(),
  wrong: json<readonly WrongCell[]>(),
};

/** The rows of a check; undefined: the account has no such check, or it was pruned. */
export async function findCheckToCommit(
  db: PortalDatabase,
  accountNumber: string,
  checkId: string,
): Promise<RowOf<typeof commitColumns> | undefined> {
  const { rows } = await typedSql(commitColumns)`
    select check_id as "checkId", rows, wrong from portal.workbook_check
    where account_number = ${accountNumber} and check_id = ${checkId}::uuid`.execute(db);
  return rows[0];
}

const markColumns = {
  content: bytea(),
  layout: json<WorkbookLayout>(),
  marks: json<readonly CellMark[]>(),
};

/** The workbook of a check with its marks; undefined: the account has no such check, or it was pruned. */
export async function findCheckToMark(
  db: PortalDatabase,
  accountNumber: string,
  checkId: string,
): Promise<RowOf<typeof markColumns> | undefined> {
  const { rows } = await typedSql(markColumns)`
    select content, layout, errors as marks from portal.workbook_check
    where account_number = ${accountNumber} and check_id = ${checkId}::uuid`.execute(db);
  return rows[0];
}

/** Deletes checks that were made before a moment. */
export async function deleteOldWorkbookChecks(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from portal.workbook_check where (account_number, check_id) in (
      select account_number, check_id from portal.workbook_check
       where checked_at < ${instantToIso(before)}::timestamptz limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
