import { sql } from 'kysely';
import type { InputOf } from '#contract/define-call.ts';
import type { exportActions, listActions as listActionsCall } from '#contract/identity/company-people.ts';
import type { CompanyArea, CompanyRole } from '#contract/identity/company-roles.ts';
import { formatMessage, isMessageCode } from '#contract/messages/format-message.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
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
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { personName } from '#portal/http/records/company-actions.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { actionWords } from './action-words.template.ts';

type Filter = Pick<InputOf<typeof exportActions>, 'personId' | 'from' | 'to'>;

const actionColumns = {
  actionId: uuid(),
  who: text(),
  role: text<CompanyRole>(),
  isProgram: bool(),
  call: text(),
  area: text<CompanyArea>(),
  account: nullable(text()),
  objectCount: nullable(int4()),
  happenedAt: timestamptz<Instant>(),
  address: text(),
  outcome: nullable(text()),
};

/** An action in the words of the list. */
export type ActionRow = Omit<RowOf<typeof actionColumns>, 'happenedAt' | 'outcome'> & {
  readonly what: string;
  readonly happenedAt: string;
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly reason: string | null;
};

/** SQL of the actions of a filter; a person of the list is its row, the contract's sign-in the company itself. */
function matching(companyId: string, { personId, from, to }: Filter) {
  const since = from === undefined ? null : instantToIso(kyivMidnight(localDate(from)));
  const until = to === undefined ? null : instantToIso(kyivMidnight(addDays(localDate(to), 1)));
  return sql`action.company_id = ${companyId}::uuid
    and (${personId ?? null}::uuid is null or action.actor_id = coalesce(
      (select identity_id from portal.company_member where company_id = ${companyId}::uuid and member_id = ${personId ?? null}::uuid),
      ${personId ?? null}::uuid))
    and (${since}::timestamptz is null or action.happened_at >= ${since}::timestamptz)
    and (${until}::timestamptz is null or action.happened_at < ${until}::timestamptz)`;
}

/** Why an action was refused; a code whose text has parameters has lost them, so the reason is told in general. */
export function reasonOf(outcome: string): string {
  const message = isMessageCode(outcome) ? formatMessage(outcome) : '';
  return message === '' || message.includes('{') ? actionWords.refused : message;
}

function toActionDto({ happenedAt, outcome, ...row }: RowOf<typeof actionColumns>): ActionRow {
  const isDone = outcome === 'success';
  return {
    ...row,
    what: actionWords.ofCall[row.call] ?? actionWords.ofArea[row.area],
    happenedAt: instantToIso(happenedAt),
    outcome: outcome === null ? 'unknown' : isDone ? 'done' : 'refused',
    reason: outcome === null || isDone ? null : reasonOf(outcome),
  };
}

async function findActions(
  db: PortalDatabase,
  companyId: string,
  filter: Filter,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly ActionRow[]> {
  const after = page.after ?? null;
  const { rows } = await typedSql(actionColumns)`
    select action.action_id as "actionId",
           coalesce(action.program, ${personName}) as who,
           coalesce(member.role, 'owner') as role, action.program is not null as "isProgram", action.call, action.area,
           action.account_number as account, cardinality(action.objects)::integer as "objectCount",
           action.happened_at as "happenedAt", action.address, action.outcome
      from portal.company_action action
      join portal.identity i on i.identity_id = action.actor_id
      left join portal.company_member member on member.identity_id = action.actor_id
     where ${matching(companyId, filter)}
       and (${after}::uuid is null or (action.happened_at, action.action_id) < (
         select happened_at, action_id from portal.company_action
          where company_id = ${companyId}::uuid and action_id = ${after}::uuid))
     order by action.happened_at desc, action.action_id desc limit ${page.limit}::integer
  `.execute(db);
  return rows.map(toActionDto);
}

/** Of a file. */
const maxRows = 10_000;
const usualPage = 50;

/** The newest actions of a filter, for a file. */
export function listAllActions(
  db: PortalDatabase,
  companyId: string,
  filter: Filter,
): Promise<readonly ActionRow[]> {
  return findActions(db, companyId, filter, { after: undefined, limit: maxRows });
}

/** A part of the list of actions, newest first; 'wrongCursor': the cursor is none of ours. */
export async function listActionsPage(
  db: PortalDatabase,
  companyId: string,
  { cursor, ...filter }: Pick<InputOf<typeof listActionsCall>, 'cursor' | 'personId' | 'from' | 'to'>,
) {
  const after = cursor === undefined ? undefined : readCursor(cursor, [cursorPart.uuid]);
  if (cursor !== undefined && after === undefined) return 'wrongCursor';
  const found = await findActions(db, companyId, filter, { after: after?.[0], limit: usualPage + 1 });
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::integer as count from portal.company_action action where ${matching(companyId, filter)}
  `.execute(db);
  const actions = found.slice(0, usualPage);
  const last = actions.at(-1);
  return {
    actions: [...actions],
    count: rows[0]?.count ?? 0,
    next: found.length > usualPage && last !== undefined ? writeCursor([last.actionId]) : null,
  };
}
