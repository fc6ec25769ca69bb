import { type RawBuilder, sql } from 'kysely';
import { allCalls } from '#contract/all-calls.ts';
import type { InputOf } from '#contract/define-call.ts';
import { signOut } from '#contract/identity/sign-in.ts';
import type {
  exportStaffActions,
  listStaffActions as listCall,
  StaffActionData,
} from '#contract/identity/staff-actions.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import { decideReview } from '#contract/readings/review.ts';
import { reportsWithDetails } from '#contract/reports/all-reports.ts';
import { soughtTexts } from '#domain/search/sought-texts.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { containing } from '#platform/database/containing.ts';
import {
  bool,
  int4,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { requiredUse } from '#portal/http/admission/decide-admission.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { reasonOf } from '../people/company-actions.ts';
import { findBillingChanges, readChanges } from './action-changes.ts';
import { changeWords } from './change-words.template.ts';
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

type SoughtFilter = Filter & {
  /** Requests whose changes in the billing contain the words. */
  readonly inBilling?: readonly string[] | undefined;
};

const actionColumns = {
  actionId: uuid(),
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
  isOfViewing: bool(),
  viewingEnd: nullable(timestamptz<Instant>()),
};
type ActionRow = RowOf<typeof actionColumns>;

/**
 * SQL of the actions that a filter names by account or customer: found by their keys first, since a plan that is made once
 * would go through all actions by time.
 */
function actionsNaming({ account, customer }: Filter): RawBuilder<unknown> {
  if (account === undefined && customer === undefined) return sql`portal.staff_action`;
  const naming = sql`accounts @> array[${account ?? null}::text]`;
  if (customer === undefined) return sql`(select * from portal.staff_action where ${naming} offset 0)`;
  return sql`(
    select * from (
      select * from portal.staff_action where subjects @> array[${customer}::text]
      union
      select found.* from portal.cabinet_account own
        cross join lateral (select * from portal.staff_action where accounts @> array[own.account_number] offset 0) found
       where own.identity_id = ${customer}::uuid) named
     where ${account === undefined ? sql`true` : naming})`;
}

/** SQL of the actions of a filter; what is not set is no condition. */
function matching({ login, kind, reference, words, inBilling, from, to }: SoughtFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (kind !== undefined) conditions.push(sql`action.call = ${kind}`);
  if (reference !== undefined) conditions.push(sql`action.reference = ${reference}`);
  if (words !== undefined) {
    const patterns = sql`any (${containing(soughtTexts(words))}::text[])`;
    const named = staffActionKinds.filter(({ what }) => hasWords(what, words)).map(({ call }) => call);
    conditions.push(sql`(action.reason ilike ${patterns} or action.call = any(${named}::text[])
      or action.reference in (
        select reference from portal.staff_change
         where subject ilike ${patterns} or before::text ilike ${patterns} or after::text ilike ${patterns})
      or action.reference = any(${[...(inBilling ?? [])]}::text[]))`);
  }
  if (login !== undefined)
    conditions.push(
      sql`action.actor_id = (select identity_id from portal.administrator where login = ${login})`,
    );
  if (from !== undefined)
    conditions.push(sql`action.happened_at >= ${instantToIso(kyivMidnight(localDate(from)))}::timestamptz`);
  if (to !== undefined)
    conditions.push(
      sql`action.happened_at < ${instantToIso(kyivMidnight(addDays(localDate(to), 1)))}::timestamptz`,
    );
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
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

function wordsOf(call: string, isOfViewing = false): string {
  const report = reportTitles.get(call);
  if (report !== undefined) return reportFileWords(report);
  // While a cabinet is seen, its customer's own settings are not those of who sees it.
  const isOfCustomer = isOfViewing && call !== signOut.path;
  const known = (isOfCustomer ? undefined : staffActionWords[call]) ?? downloadWords[call];
  return known ?? ofCustomers.get(call) ?? otherAction;
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
  const { of, isBillingAway } = await readChanges(services, rows);
  const actions = rows.map((row) => {
    const { access, ...changes } = of(row);
    const action = toActionDto(row);
    const what = access === undefined ? action.what : `${action.what}: ${access}`;
    return { ...action, what, ...withEnd(changes, row) };
  });
  return { actions, isBillingAway };
}

/** A viewing that nobody ended has no action of its end: what it changed says when it was or will be over. */
function withEnd<Action extends Pick<StaffActionData, 'changes'>>(
  action: Action,
  { viewingEnd }: ActionRow,
): Action {
  if (viewingEnd === null) return action;
  const { fields } = changeWords({
    subject: '',
    account: null,
    before: null,
    after: { until: instantToIso(viewingEnd) },
  });
  return {
    ...action,
    changes: action.changes.map((one) => ({ ...one, fields: [...one.fields, ...fields] })),
  };
}

function toActionDto(row: ActionRow): Omit<StaffActionData, 'changes' | 'changeCount'> {
  const { actionId, who, login, call, accounts, address, reference, rowCount, why, outcome } = row;
  const isDone = outcome === 'success';
  return {
    ...{ actionId, who, login, call, accounts, address, reference, rowCount, why },
    what: wordsOf(call, row.isOfViewing),
    subjects: row.subjects.length,
    place: placeOf(row),
    happenedAt: instantToIso(row.happenedAt),
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
  filter: SoughtFilter,
  { after, limit }: Part,
): Promise<readonly ActionRow[]> {
  const [moment = null, id = null] = after ?? [];
  const { rows } = await typedSql(actionColumns)`
    select action.action_id as "actionId", coalesce(nullif(a.full_name, ''), a.login) as who, a.login, action.call,
      action.accounts, action.subjects, action.happened_at as "happenedAt",
      to_char(action.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
      action.address, action.reference, action.outcome, action.reason as why,
      action.row_count as "rowCount", seen.viewing_id is not null as "isOfViewing", begun.until as "viewingEnd"
    from ${actionsNaming(filter)} action join portal.administrator a on a.identity_id = action.actor_id
    left join portal.viewing seen on seen.viewing_id = action.session_id
    left join lateral (
      select least(viewing.ended_at, viewing.expires_at, own.ended_at) as until
        from portal.viewing join portal.session own on own.session_id = viewing.viewer_session_id
       where action.call = ${startViewing.path} and action.outcome = 'success'
         and viewing.viewed_id = any(action.subjects::uuid[]) and viewing.viewer_session_id = action.session_id
         and viewing.started_at between action.happened_at and action.finished_at
       order by viewing.started_at desc limit 1) begun on true
    where ${matching(filter)}
      and (${moment}::timestamptz is null or (action.happened_at, action.action_id) < (${moment}::timestamptz, ${id}::uuid))
    order by action.happened_at desc, action.action_id desc limit ${limit}::integer`.execute(db);
  return rows;
}

/** Looks for the words of a filter in the billing: once for all statements of a call. */
async function seek({ billing }: Services, { words: typed, ...others }: Filter) {
  // Blanks look for nothing.
  const words = typed?.trim() || undefined;
  const filter: Filter = { ...others, words };
  if (words === undefined) return { filter, isBillingAway: false, isCut: false };
  const found = await findBillingChanges(billing, words);
  return {
    filter: { ...filter, inBilling: found?.references } satisfies SoughtFilter,
    isBillingAway: found === undefined,
    isCut: found?.isCut ?? false,
  };
}

/** Of a file. */
const maxRows = 10_000;
const partSize = 50;

/** The newest actions of a filter, for a file. */
export async function listAllStaffActions(services: Services, filter: Filter) {
  const sought = await seek(services, filter);
  const rows = await findActions(services.db, sought.filter, { after: undefined, limit: maxRows });
  const { actions, isBillingAway } = await toActionDtos(services, rows);
  return { actions, isBillingAway: isBillingAway || sought.isBillingAway };
}

/** A part of the list of actions, newest first; 'wrongCursor': the cursor is none of ours. */
export async function listStaffActions(
  services: Services,
  { cursor, ...filter }: Filter & Pick<InputOf<typeof listCall>, 'cursor'>,
) {
  const { db } = services;
  const after = cursor === undefined ? undefined : readCursor(cursor, [cursorPart.moment, cursorPart.uuid]);
  if (cursor !== undefined && after === undefined) return 'wrongCursor';
  const sought = await seek(services, filter);
  const found = await findActions(db, sought.filter, {
    after: after && [after[0], after[1]],
    limit: partSize + 1,
  });
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::integer as count from ${actionsNaming(filter)} action where ${matching(sought.filter)}`.execute(
    db,
  );
  const shown = found.slice(0, partSize);
  const last = found.length > partSize ? shown.at(-1) : undefined;
  const { actions, isBillingAway } = await toActionDtos(services, shown);
  return {
    actions,
    isBillingAway: isBillingAway || sought.isBillingAway,
    isSearchCut: sought.isCut,
    count: rows[0]?.count ?? 0,
    next: last === undefined ? null : writeCursor([last.moment, last.actionId]),
  };
}
