import { type RawBuilder, sql } from 'kysely';
import { noAccount } from '#contract/fields.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { CompensationExclusion, CompensationState } from '#domain/service-terms/compensation.ts';
import type { CompensationClass } from '#domain/service-terms/service-standard.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  date,
  int4,
  int8,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type Actor, type ConversationKey, insertEvent } from '../conversation-store.ts';

/** A breach whose compensation is to be looked at. */
const breachColumns = {
  accountNumber: text(),
  conversationId: uuid(),
  standardCode: text(),
  standardValidFrom: date<LocalDate>(),
  calendarVersion: int4(),
  receivedOn: date<LocalDate>(),
  dueOn: date<LocalDate>(),
  /** The Kyiv day of the first answer. */
  answeredOn: nullable(date<LocalDate>()),
};
export type Breach = RowOf<typeof breachColumns>;

/** Breaches to look at on a day, the oldest first. Without an account there is nothing to credit. */
export async function listBreaches(
  db: PortalDatabase,
  today: LocalDate,
  limit: number,
): Promise<readonly Breach[]> {
  const { rows } = await typedSql(breachColumns)`
    select c.account_number as "accountNumber", c.conversation_id as "conversationId", c.standard_code as "standardCode",
      c.standard_valid_from as "standardValidFrom", c.calendar_version as "calendarVersion", c.received_on as "receivedOn",
      c.due_on as "dueOn", (k.met_at at time zone 'Europe/Kyiv')::date as "answeredOn"
    from portal.conversation_clock k join portal.conversation c using (account_number, conversation_id)
    where k.compensation_check_on <= ${today}::date and c.account_number <> ${noAccount}
    order by k.compensation_check_on, c.account_number, c.conversation_id limit ${limit}::integer`.execute(
    db,
  );
  return rows;
}

/** What becomes of a breach. */
export interface LookedAt extends Breach {
  /** When it is looked at again; null: never. */
  readonly checkOn: LocalDate | null;
  /** null: nothing is owed, or not yet. */
  readonly proposal: {
    readonly class: CompensationClass;
    readonly amount: Kopiykas;
    readonly breachedOn: LocalDate;
    readonly dueBy: LocalDate;
  } | null;
}

/**
 * Writes what became of breaches, in one statement, in the caller's transaction. A conversation whose term was counted anew
 * meanwhile is left for the next time; a compensation that there is stays as it is. Answers how many are new.
 */
export async function insertProposals(
  transaction: PortalDatabase,
  lookedAt: readonly LookedAt[],
  now: Instant,
): Promise<number> {
  const rows = lookedAt.map(({ proposal, ...breach }) => ({
    ...breach,
    ...proposal,
    amount: proposal?.amount.toString() ?? null,
    id: newId(),
    eventId: newId(),
  }));
  const at = instantToIso(now);
  const { rows: made } = await typedSql({ count: int4() })`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as asked ("accountNumber" text, "conversationId" uuid,
        "standardCode" text, "standardValidFrom" date, "dueOn" date, "checkOn" date, class text, amount bigint,
        "breachedOn" date, "dueBy" date, id uuid, "eventId" uuid)
    ), locked as (
      select asked.* from asked join portal.conversation c on c.account_number = asked."accountNumber"
        and c.conversation_id = asked."conversationId"
      where c.standard_code = asked."standardCode" and c.due_on = asked."dueOn"
      order by c.account_number, c.conversation_id for update of c
    ), proposed as (
      insert into portal.compensation (account_number, compensation_id, conversation_id, standard_code, standard_valid_from,
        customer_class, amount_kopiykas, breached_on, due_by, proposed_at)
      select "accountNumber", id, "conversationId", "standardCode", "standardValidFrom", class, amount, "breachedOn", "dueBy",
        ${at}::timestamptz
      from locked where class is not null
      on conflict (account_number, conversation_id, standard_code) do nothing
      returning account_number, conversation_id, compensation_id
    ), noted as (
      insert into portal.conversation_event (account_number, conversation_id, event_id, kind, actor, after, happened_at)
      select p.account_number, p.conversation_id, l."eventId", 'compensation', 'system',
        jsonb_build_object('compensation', 'proposed', 'kopiykas', l.amount::text), ${at}::timestamptz
      from proposed p join locked l on l.id = p.compensation_id
    ), checked as (
      update portal.conversation_clock k set compensation_check_on = l."checkOn"
      from locked l where k.account_number = l."accountNumber" and k.conversation_id = l."conversationId" and k.kind = 'legal'
    )
    select count(*)::int as count from proposed`.execute(transaction);
  return made[0]?.count ?? 0;
}

/** Withdraws what is proposed for another term than the one that a locked conversation has now. What was decided stands. */
export async function withdrawProposals(
  transaction: PortalDatabase,
  key: ConversationKey,
  actor: Actor,
  now: Instant,
): Promise<void> {
  const { rows } = await typedSql({ amount: int8<Kopiykas>() })`
    delete from portal.compensation p using portal.conversation c, portal.conversation_clock k
    where p.account_number = ${key.accountNumber} and p.conversation_id = ${key.conversationId}::uuid and p.state = 'proposed'
      and c.account_number = p.account_number and c.conversation_id = p.conversation_id
      and k.account_number = p.account_number and k.conversation_id = p.conversation_id and k.kind = 'legal'
      and (c.standard_code <> p.standard_code or k.breached_at is null)
    returning p.amount_kopiykas as amount`.execute(transaction);
  for (const { amount } of rows)
    await noteCompensation(transaction, key, { actor, to: 'withdrawn', amount }, now);
}

/** Notes a step of a compensation among the events of its conversation. */
export async function noteCompensation(
  transaction: PortalDatabase,
  key: ConversationKey,
  step: {
    readonly actor: Actor;
    readonly to: Exclude<CompensationState, 'proposed'> | 'withdrawn';
    readonly amount: Kopiykas;
    readonly reason?: string;
  },
  now: Instant,
): Promise<void> {
  const { actor, to, amount, reason } = step;
  const after = { compensation: to, kopiykas: amount.toString() };
  await insertEvent(transaction, key, { kind: 'compensation', actor, after, reason }, now);
}

const compensationColumns = {
  account: text(),
  compensationId: uuid(),
  conversationId: uuid(),
  number: int8(),
  title: text(),
  topic: nullable(text()),
  customerType: text<'person' | 'entity'>(),
  customerClass: text<CompensationClass>(),
  basis: nullable(text()),
  amount: int8<Kopiykas>(),
  breachedOn: date<LocalDate>(),
  dueBy: date<LocalDate>(),
  answeredOn: nullable(date<LocalDate>()),
  state: text<CompensationState>(),
  exclusion: nullable(text<CompensationExclusion>()),
  note: text(),
  deciderId: nullable(uuid()),
  decider: nullable(text()),
  decidedAt: nullable(timestamptz<Instant>()),
  bookedAt: nullable(timestamptz<Instant>()),
  /** Of the cursor. */
  moment: nullable(text()),
};
export type CompensationRow = RowOf<typeof compensationColumns>;

const rowsSql = (where: RawBuilder<unknown>) => typedSql(compensationColumns)`
  select p.account_number as account, p.compensation_id as "compensationId", p.conversation_id as "conversationId", c.number,
    c.title, t.title as topic, c.customer_type as "customerType", p.customer_class as "customerClass", s.basis,
    p.amount_kopiykas as amount, p.breached_on as "breachedOn", p.due_by as "dueBy",
    (k.met_at at time zone 'Europe/Kyiv')::date as "answeredOn", p.state, p.exclusion, p.note, p.decided_by as "deciderId",
    coalesce(nullif(w.full_name, ''), w.login) as decider, p.decided_at as "decidedAt", p.booked_at as "bookedAt",
    to_char(p.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
  from portal.compensation p
  join portal.conversation c using (account_number, conversation_id)
  left join portal.conversation_topic t on t.topic_id = c.topic_id
  left join portal.service_standard s on s.code = p.standard_code and s.valid_from = p.standard_valid_from
  left join portal.conversation_clock k on k.account_number = p.account_number and k.conversation_id = p.conversation_id
    and k.kind = 'legal'
  left join portal.administrator w on w.identity_id = p.decided_by
  ${where}`;

/** What waits for a decision: what is due first stands first. */
export async function listProposed(
  db: PortalDatabase,
  after: { readonly dueBy: string; readonly id: string } | undefined,
  limit: number,
): Promise<readonly CompensationRow[]> {
  const from = sql`(${after?.dueBy ?? null}::date, ${after?.id ?? null}::uuid)`;
  const { rows } = await rowsSql(sql`
    where p.state = 'proposed' and (${after === undefined}::boolean or (p.due_by, p.compensation_id) > ${from})
    order by p.due_by, p.compensation_id limit ${limit}::integer`).execute(db);
  return rows;
}

/** What was decided, the newest first. */
export async function listDecided(
  db: PortalDatabase,
  after: { readonly moment: string; readonly id: string } | undefined,
  limit: number,
): Promise<readonly CompensationRow[]> {
  const from = sql`(${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::uuid)`;
  const { rows } = await rowsSql(sql`
    where p.state <> 'proposed' and (${after === undefined}::boolean or (p.decided_at, p.compensation_id) < ${from})
    order by p.decided_at desc, p.compensation_id desc limit ${limit}::integer`).execute(db);
  return rows;
}

/** How much waits for a decision. */
export async function countProposed(db: PortalDatabase, today: LocalDate) {
  const { rows } = await typedSql({ count: int4(), overdue: int4(), sum: int8<Kopiykas>() })`
    select count(*)::int as count, (count(*) filter (where due_by < ${today}::date))::int as overdue,
      coalesce(sum(amount_kopiykas), 0)::bigint as sum
    from portal.compensation where state = 'proposed'`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a count without a row');
  return row;
}

/** A compensation by its key. */
export interface CompensationKey {
  readonly accountNumber: string;
  readonly compensationId: string;
}

export async function findCompensation(
  db: PortalDatabase,
  { accountNumber, compensationId }: CompensationKey,
): Promise<CompensationRow | undefined> {
  const { rows } = await rowsSql(
    sql`where p.account_number = ${accountNumber} and p.compensation_id = ${compensationId}::uuid`,
  ).execute(db);
  return rows[0];
}

export type CompensationDecision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'exclude'; readonly exclusion: CompensationExclusion; readonly note: string };

/** Writes the decision about what is proposed; false: it is decided, or withdrawn. */
export async function updateDecision(
  transaction: PortalDatabase,
  { accountNumber, compensationId }: CompensationKey,
  decision: CompensationDecision,
  by: { readonly administratorId: string; readonly at: Instant },
): Promise<boolean> {
  const [exclusion, note] = decision.kind === 'exclude' ? [decision.exclusion, decision.note] : [null, ''];
  const { rows } = await typedSql({ id: uuid() })`
    update portal.compensation set state = ${decision.kind === 'approve' ? 'approved' : 'excluded'},
      exclusion = ${exclusion}, note = ${note}, decided_by = ${by.administratorId}::uuid,
      decided_at = ${instantToIso(by.at)}::timestamptz
    where account_number = ${accountNumber} and compensation_id = ${compensationId}::uuid and state = 'proposed'
    returning compensation_id as id`.execute(transaction);
  return rows.length > 0;
}

/** Notes that an approved one is in the ledger; false: that is known already. */
export async function updateBooked(
  transaction: PortalDatabase,
  { accountNumber, compensationId }: CompensationKey,
  bookedAt: Instant,
): Promise<boolean> {
  const { rows } = await typedSql({ id: uuid() })`
    update portal.compensation set state = 'booked', booked_at = ${instantToIso(bookedAt)}::timestamptz
    where account_number = ${accountNumber} and compensation_id = ${compensationId}::uuid and state = 'approved'
    returning compensation_id as id`.execute(transaction);
  return rows.length > 0;
}

/** An entry of the ledger that was taken back. */
export interface ReversedEntry {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly reversedAt: Instant;
  readonly reason: string;
}

/** Notes which compensations are not in the ledger any more; entries of other kinds are left out. Answers whose they were. */
export async function updateReversed(
  transaction: PortalDatabase,
  entries: readonly ReversedEntry[],
): Promise<readonly (ConversationKey & { readonly amount: Kopiykas; readonly reason: string })[]> {
  const rows = entries.map(({ reversedAt, ...entry }) => ({ ...entry, at: instantToIso(reversedAt) }));
  const { rows: reversed } = await typedSql({
    accountNumber: text(),
    conversationId: uuid(),
    amount: int8<Kopiykas>(),
    reason: text(),
  })`
    update portal.compensation p set state = 'reversed', booked_at = coalesce(p.booked_at, p.decided_at), reversed_at = r.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("accountNumber" text, "entryId" uuid, at timestamptz, reason text)
    where p.account_number = r."accountNumber" and p.compensation_id = r."entryId" and p.state in ('approved', 'booked')
    returning p.account_number as "accountNumber", p.conversation_id as "conversationId", p.amount_kopiykas as amount,
      r.reason`.execute(transaction);
  return reversed;
}

/** What is approved and not known to be in the ledger, decided before a moment, the oldest first. */
export async function listUnbooked(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<readonly CompensationKey[]> {
  const { rows } = await typedSql({ accountNumber: text(), compensationId: uuid() })`
    select account_number as "accountNumber", compensation_id as "compensationId" from portal.compensation
    where state = 'approved' and decided_at < ${instantToIso(before)}::timestamptz
    order by decided_at limit ${limit}::integer`.execute(db);
  return rows;
}
