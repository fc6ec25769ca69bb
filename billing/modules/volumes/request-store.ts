import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { customerNameText } from '#billing/modules/accounts/public.ts';
import { pointOrder } from '#billing/modules/contracts/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { RequestAction, RequestState } from '#domain/volumes/request-states.ts';
import {
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';

interface RequestRow {
  readonly eic: string;
  readonly objectName: string;
  readonly address: string;
  readonly beforeKwh: number | null;
  readonly kwh: number;
}

interface RequestEvent {
  readonly action: RequestAction;
  /** Epoch milliseconds. */
  readonly happenedAt: number;
  /** The session. */
  readonly actor: string;
  readonly actorName: string;
  readonly reason: string;
}

const requestColumns = {
  accountNumber: text(),
  requestId: uuid(),
  period: text<BillingPeriod>(),
  state: text<RequestState>(),
  revision: int4(),
  note: text(),
  reason: text(),
  changedAt: timestamptz<Instant>(),
  sentAt: nullable(timestamptz<Instant>()),
  customerName: text(),
  contractNumber: text(),
  rows: json<readonly RequestRow[]>(),
  events: json<readonly RequestEvent[]>(),
};
/** A request with its points, by object and EIC, and its history. */
export type StoredRequest = RowOf<typeof requestColumns>;

const select = (which: RawBuilder<unknown>) => typedSql(requestColumns)`
  select q.account_number as "accountNumber", q.request_id as "requestId", q.period::text as period,
    q.request_state as state, q.revision, q.note, q.reason, q.changed_at as "changedAt", q.sent_at as "sentAt",
    ${customerNameText} as "customerName",
    coalesce((select k.contract_number from billing.entity_contract k where k.account_number = q.account_number
      order by k.valid_from desc limit 1), '') as "contractNumber",
    coalesce((select jsonb_agg(jsonb_build_object('eic', r.eic_code, 'objectName', coalesce(v.object_name, ''),
        'address', coalesce(v.address, ''), 'beforeKwh', r.before_kwh, 'kwh', r.kwh)
        order by ${pointOrder('v.object_name', 'r.eic_code')})
      from billing.volume_request_row r
      left join lateral (select c.object_name, c.address from billing.contract_point c
        where c.account_number = r.account_number and c.eic_code = r.eic_code
        order by c.valid_from desc limit 1) v on true
      where r.account_number = q.account_number and r.request_id = q.request_id), '[]') as rows,
    coalesce((select jsonb_agg(jsonb_build_object('action', e.action,
        'happenedAt', floor(extract(epoch from e.happened_at) * 1000), 'actor', e.actor, 'actorName', e.actor_name, 'reason', e.reason)
        order by e.event_number)
      from billing.volume_request_event e
      where e.account_number = q.account_number and e.request_id = q.request_id), '[]') as events
  from billing.volume_request q
  join billing.account a on a.account_number = q.account_number
  join billing.customer c on c.customer_id = a.customer_id
  ${which}`;

/** A request; undefined: the account has none of this id. */
export async function findRequest(
  db: BillingDatabase,
  accountNumber: string,
  requestId: string,
): Promise<StoredRequest | undefined> {
  const { rows } = await select(
    sql`where q.account_number = ${accountNumber} and q.request_id = ${requestId}::uuid`,
  ).execute(db);
  return rows[0];
}

/** Requests of an account, the newest first; drafts without rows are left out, but the open one of a month. */
export async function listRequests(
  db: BillingDatabase,
  accountNumber: string,
  which: { readonly limit: number } | { readonly period: BillingPeriod; readonly isOpen: true },
): Promise<readonly StoredRequest[]> {
  const condition =
    'limit' in which
      ? sql`(q.request_state <> 'draft' or exists (select from billing.volume_request_row r
          where r.account_number = q.account_number and r.request_id = q.request_id))
        order by q.changed_at desc, q.request_id limit ${which.limit}`
      : sql`q.period = ${which.period} and q.request_state in ('draft', 'sent', 'approved')`;
  const { rows } = await select(sql`where q.account_number = ${accountNumber} and ${condition}`).execute(db);
  return rows;
}

/** Open requests of an account by month. */
export async function listOpenRequests(
  db: BillingDatabase,
  accountNumber: string,
  { from, to }: { readonly from: BillingPeriod; readonly to: BillingPeriod },
) {
  const { rows } = await typedSql({ requestId: uuid(), period: text(), state: text<RequestState>() })`
    select request_id as "requestId", period::text as period, request_state as state from billing.volume_request
    where account_number = ${accountNumber} and period between ${from} and ${to}
      and request_state in ('draft', 'sent', 'approved')`.execute(db);
  return rows;
}

/** Declined requests of these accounts for this month and later ones, after which none was begun for the same month. */
export async function listDeclinedRequests(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  from: BillingPeriod,
) {
  const { rows } = await typedSql({ accountNumber: text(), period: text<BillingPeriod>(), reason: text() })`
    select account_number as "accountNumber", period, reason from (
      select distinct on (account_number, period) account_number, period::text as period, reason, request_state
      from billing.volume_request
      where account_number = any(${[...accountNumbers]}::text[]) and period >= ${from}
      order by account_number, period, changed_at desc, request_id desc) latest
    where request_state = 'declined'`.execute(db);
  return rows;
}

/** Those of all accounts that wait for staff, the oldest first. */
export async function listWaitingRequests(db: BillingDatabase, limit: number) {
  const [{ rows }, counted] = await Promise.all([
    select(
      sql`where q.request_state in ('sent', 'approved') order by q.sent_at, q.request_id limit ${limit}`,
    ).execute(db),
    typedSql({ count: int4() })`
      select count(*)::int as count from billing.volume_request where request_state in ('sent', 'approved')`.execute(
      db,
    ),
  ]);
  return { requests: rows, count: counted.rows[0]?.count ?? 0 };
}

/** A request as function modules answer it. */
export function requestData({ rows, events, changedAt, sentAt, ...request }: StoredRequest) {
  const { requestId, period, state, revision, note, reason } = request;
  return {
    requestId,
    period,
    state,
    revision,
    note,
    reason,
    changedAt: instantToIso(changedAt),
    sentAt: sentAt === null ? null : instantToIso(sentAt),
    points: rows.length,
    beforeKwh: rows.reduce((sum, { beforeKwh }) => sum + (beforeKwh ?? 0), 0),
    afterKwh: rows.reduce((sum, { kwh }) => sum + kwh, 0),
    events: events.map(({ happenedAt, actor: _, ...event }) => ({
      ...event,
      happenedAt: instantToIso(happenedAt as Instant),
    })),
  };
}

/** Inserts or changes the draft of a month with its rows; those that are equal to what counts are left out. */
export async function writeDraft(
  db: BillingDatabase,
  draft: {
    readonly accountNumber: string;
    readonly requestId: string;
    readonly period: BillingPeriod;
    readonly note: string;
    readonly rows: readonly {
      readonly eic: string;
      readonly kwh: number;
      readonly beforeKwh: number | null;
    }[];
  },
  now: Instant,
): Promise<void> {
  const { accountNumber, requestId, period, note } = draft;
  const at = instantToIso(now);
  await sql`
    insert into billing.volume_request (account_number, request_id, period, note, changed_at)
    values (${accountNumber}, ${requestId}::uuid, ${period}, ${note}, ${at}::timestamptz)
    on conflict (account_number, request_id) do update
      set note = excluded.note, changed_at = excluded.changed_at, revision = volume_request.revision + 1`.execute(
    db,
  );
  await sql`delete from billing.volume_request_row
    where account_number = ${accountNumber} and request_id = ${requestId}::uuid`.execute(db);
  await sql`
    insert into billing.volume_request_row (account_number, request_id, eic_code, before_kwh, kwh)
    select ${accountNumber}, ${requestId}::uuid, eic, "beforeKwh", kwh
    from jsonb_to_recordset(${JSON.stringify(draft.rows)}::jsonb) as row (eic text, "beforeKwh" bigint, kwh bigint)`.execute(
    db,
  );
}

/** Moves a request on with its history, in the caller's transaction, which holds its account. */
export async function moveRequest(
  db: BillingDatabase,
  { accountNumber, requestId }: Pick<StoredRequest, 'accountNumber' | 'requestId'>,
  move: {
    readonly action: RequestAction;
    readonly state: RequestState;
    readonly actor: string;
    readonly actorName: string;
    readonly reason: string;
  },
  now: Instant,
): Promise<void> {
  const { action, state, actor, actorName, reason } = move;
  const at = instantToIso(now);
  await sql`
    update billing.volume_request set request_state = ${state}, revision = revision + 1, changed_at = ${at}::timestamptz,
      sent_at = case when ${action}::text = 'send' then ${at}::timestamptz else sent_at end,
      reason = case when ${action}::text in ('approve', 'decline') then ${reason} else reason end
    where account_number = ${accountNumber} and request_id = ${requestId}::uuid`.execute(db);
  await sql`
    insert into billing.volume_request_event (account_number, request_id, event_number, action, happened_at, actor, actor_name,
      reason)
    select ${accountNumber}, ${requestId}::uuid, coalesce(max(event_number), 0) + 1, ${action}, ${at}::timestamptz, ${actor},
      ${actorName}, ${reason}
    from billing.volume_request_event
    where account_number = ${accountNumber} and request_id = ${requestId}::uuid`.execute(db);
}

/** Locks the account against other changes of its requests until the transaction ends; false: there is no such account. */
export async function lockRequests(db: BillingDatabase, accountNumber: string): Promise<boolean> {
  const { rows } = await sql`
    select from billing.account where account_number = ${accountNumber} for no key update`.execute(db);
  return rows.length > 0;
}
