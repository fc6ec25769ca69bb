import { sql } from 'kysely';
import { allCalls } from '#contract/all-calls.ts';
import type { InputOf } from '#contract/define-call.ts';
import type {
  exportStaffActions,
  listStaffActions as listCall,
  StaffActionData,
} from '#contract/identity/staff-actions.ts';
import { decideReview } from '#contract/readings/review.ts';
import { reportsWithDetails } from '#contract/reports/all-reports.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import {
  int4,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { requiredUse } from '#portal/http/admit.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { reasonOf } from '../people/company-actions.ts';
import { readChanges } from './action-changes.ts';
import {
  downloadWords,
  otherAction,
  reportFileWords,
  staffActionWords,
  viewingWords,
} from './staff-action-words.template.ts';

type Services = Parameters<typeof readChanges>[0];

type Filter = Omit<InputOf<typeof exportStaffActions>, 'token' | 'format'> & {
  /** That name this customer, or an account of theirs. */
  readonly customer?: string | undefined;
};

const actionColumns = {
  actionId: uuid(),
  sessionId: nullable(uuid()),
  finishedAt: nullable(timestamptz<Instant>()),
  why: text(),
  who: text(),
  login: text(),
  call: text(),
  accounts: textArray(),
  subjects: textArray(),
  happenedAt: timestamptz<Instant>(),
  moment: text(),
  address: text(),
  reference: text(),
  outcome: nullable(text()),
  rowCount: nullable(int4()),
};
type ActionRow = RowOf<typeof actionColumns>;

/** SQL of the actions of a filter. */
function matching({ login, account, customer, kind, reference, words, from, to }: Filter) {
  const since = from === undefined ? null : instantToIso(kyivMidnight(localDate(from)));
  const until = to === undefined ? null : instantToIso(kyivMidnight(addDays(localDate(to), 1)));
  const pattern = words === undefined ? null : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const named = words === undefined ? [] : staffActionKinds.filter(({ what }) => hasWords(what, words));
  return sql`(${kind ?? null}::text is null or action.call = ${kind ?? null}::text)
    and (${reference ?? null}::text is null or action.reference = ${reference ?? null}::text)
    and (${pattern}::text is null or action.reason ilike ${pattern}::text
      or action.call = any(${named.map(({ call }) => call)}::text[])
      or action.reference in (
        select reference from portal.staff_change
         where subject ilike ${pattern}::text or before::text ilike ${pattern}::text or after::text ilike ${pattern}::text))
    and (${login ?? null}::text is null or action.actor_id = (
      select identity_id from portal.administrator where login = ${login ?? null}::text))
    and (${account ?? null}::text is null or action.accounts @> array[${account ?? null}::text])
    and (${customer ?? null}::uuid is null or action.subjects @> array[${customer ?? null}::text]
      or action.accounts && array(select account_number from portal.cabinet_account where identity_id = ${customer ?? null}::uuid))
    and (${since}::timestamptz is null or action.happened_at >= ${since}::timestamptz)
    and (${until}::timestamptz is null or action.happened_at < ${until}::timestamptz)`;
}

/** Where the one thing that an action was about is shown. */
function placeOf({ call, accounts, subjects }: ActionRow): StaffActionData['place'] {
  const [account, second] = accounts;
  const [id] = subjects;
  if (account === undefined || second !== undefined || id === undefined) return null;
  if (call.startsWith('/api/desk/')) return { page: 'conversation', account, id };
  return call === decideReview.path ? { page: 'review', account, id } : null;
}

const hasWords = (text: string, words: string) =>
  text.toLocaleLowerCase('uk').includes(words.toLocaleLowerCase('uk'));

const reportTitles = new Map<string, string>(
  reportsWithDetails.map(({ title, export: file }) => [file.path, title]),
);

/** Calls of customers, which the staff makes while it sees a cabinet. */
const ofCustomers = new Map<string, string>(
  allCalls
    .filter(({ audience }) => audience !== 'admin' && audience !== 'public')
    .map((call) => [call.path, requiredUse(call) === 'change' ? viewingWords.change : viewingWords.file]),
);

function wordsOf(call: string): string {
  const report = reportTitles.get(call);
  if (report !== undefined) return reportFileWords(report);
  const known = staffActionWords[call] ?? downloadWords[call] ?? ofCustomers.get(call);
  return known ?? otherAction;
}

/** Kinds of actions, by their words. */
export const staffActionKinds = [
  ...Object.keys(staffActionWords),
  ...Object.keys(downloadWords),
  ...reportTitles.keys(),
]
  .map((call) => ({ call, what: wordsOf(call) }))
  .toSorted((one, other) => one.what.localeCompare(other.what, 'uk'));

/** Actions as the list has them, with what they changed. */
async function toActionDtos(services: Services, rows: readonly ActionRow[]) {
  // A file that was taken away changed nothing.
  const spans = rows.map((row) => ({
    ...row,
    isDone: row.outcome === 'success' && row.call in staffActionWords,
  }));
  const { of, isBillingAway } = await readChanges(services, spans);
  return { actions: rows.map((row) => ({ ...toActionDto(row), ...of(row) })), isBillingAway };
}

function toActionDto(row: ActionRow): Omit<StaffActionData, 'changes' | 'changeCount'> {
  const { happenedAt, moment: _, sessionId: __, finishedAt: ___, outcome, subjects, ...rest } = row;
  const isDone = outcome === 'success';
  return {
    ...rest,
    what: wordsOf(row.call),
    subjects: subjects.length,
    place: placeOf(row),
    happenedAt: instantToIso(happenedAt),
    outcome: outcome === null ? 'unknown' : isDone ? 'done' : 'refused',
    reason: outcome === null || isDone ? null : reasonOf(outcome),
  };
}

interface Part {
  readonly after: readonly [moment: string, id: string] | undefined;
  readonly limit: number;
}

async function findActions(
  db: PortalDatabase,
  filter: Filter,
  { after, limit }: Part,
): Promise<readonly ActionRow[]> {
  const [moment = null, id = null] = after ?? [];
  const { rows } = await typedSql(actionColumns)`
    select action.action_id as "actionId", coalesce(nullif(a.full_name, ''), a.login) as who, a.login, action.call,
      action.accounts, action.subjects, action.happened_at as "happenedAt",
      to_char(action.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
      action.address, action.reference, action.outcome, action.session_id as "sessionId",
      action.finished_at as "finishedAt", action.reason as why,
      action.row_count as "rowCount"
    from portal.staff_action action join portal.administrator a on a.identity_id = action.actor_id
    where ${matching(filter)}
      and (${moment}::timestamptz is null or (action.happened_at, action.action_id) < (${moment}::timestamptz, ${id}::uuid))
    order by action.happened_at desc, action.action_id desc limit ${limit}::integer`.execute(db);
  return rows;
}

/** Of a file. */
const maxRows = 10_000;
const partSize = 50;

/** The newest actions of a filter, for a file. */
export async function listAllStaffActions(
  services: Services,
  filter: Filter,
): Promise<readonly StaffActionData[]> {
  const rows = await findActions(services.db, filter, { after: undefined, limit: maxRows });
  return (await toActionDtos(services, rows)).actions;
}

/** A part of the list of actions, newest first; 'wrongCursor': the cursor is none of ours. */
export async function listStaffActions(
  services: Services,
  { cursor, ...filter }: Filter & Pick<InputOf<typeof listCall>, 'cursor'>,
) {
  const { db } = services;
  const after = cursor === undefined ? undefined : readCursor(cursor, [cursorPart.moment, cursorPart.uuid]);
  if (cursor !== undefined && after === undefined) return 'wrongCursor';
  const found = await findActions(db, filter, { after: after && [after[0], after[1]], limit: partSize + 1 });
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::integer as count from portal.staff_action action where ${matching(filter)}`.execute(db);
  const shown = found.slice(0, partSize);
  const last = found.length > partSize ? shown.at(-1) : undefined;
  return {
    ...(await toActionDtos(services, shown)),
    count: rows[0]?.count ?? 0,
    next: last === undefined ? null : writeCursor([last.moment, last.actionId]),
  };
}
