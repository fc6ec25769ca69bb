import { type RawBuilder, sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { EVENT_CONFIRM, EVENT_READ } from '#billing/api/events.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type CallContext, handleModule } from '#billing/module-handler.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { CopyBatch } from '#platform/database/copy.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { json, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';

/** EVENT_CONFIRM: idempotent. */
export const handleEventConfirm = handleModule(EVENT_CONFIRM, ({ db }) => async ({ eventIds }) => {
  return answer({ removed: await deleteOutboxEvents(db, eventIds) });
});

/** EVENT_READ: events are kept until confirmed, so each is delivered at least once. */
export const handleEventRead = handleModule(EVENT_READ, ({ db }) => async ({ limit }) => {
  const events = await listOutboxEvents(db, limit);
  return answer({
    events: events.map(({ createdAt, ...event }) => ({ ...event, happenedAt: instantToIso(createdAt) })),
  });
});

/** An event of an account, for the portal and the audit. Facts are JSON-safe: money as '1234.56'. */
export interface AccountChange {
  readonly accountNumber: string;
  /** Concept and event, for example 'payment.confirmed'. */
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** SQL that inserts events into the outbox: a statement, or a part of the statement that makes the change. */
export function outboxInsert(changes: readonly AccountChange[], happenedAt: Instant): RawBuilder<unknown> {
  const rows = changes.map((change) => ({
    event_id: newId(),
    account_number: change.accountNumber,
    kind: change.kind,
    payload: change.payload,
  }));
  return sql`
    insert into billing.outbox_event (event_id, account_number, kind, payload, created_at)
    select event_id, account_number, kind, payload, ${instantToIso(happenedAt)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (event_id uuid, account_number text, kind text, payload jsonb)`;
}

/** Inserts events into the outbox, in the transaction of the change. */
export async function insertOutboxEvents(
  db: BillingDatabase,
  changes: readonly AccountChange[],
  happenedAt: Instant,
): Promise<void> {
  if (changes.length > 0) await outboxInsert(changes, happenedAt).execute(db);
}

/** Who changes something, and the number of the request that does it; '': a job, a command or an import. */
export type AuditOrigin = Pick<CallContext, 'actor' | 'reference'>;

/** A change with the state before it. */
export type AuditedChange = AccountChange & {
  readonly before?: Readonly<Record<string, unknown>>;
  /** Of a batch of several requests: the one that it belongs to. */
  readonly by?: AuditOrigin;
  /**
   * What finds the rows that hold the rest of the payload: stored in its place, without `before`, unless staff acts. Absent: the
   * payload is stored. Decision 0189.
   */
  readonly subject?: Readonly<Record<string, unknown>>;
};

const isStaff = ({ actor }: AuditOrigin) => actor.startsWith('admin:');

/** SQL that inserts audit entries; part of the statement that makes the change. */
export function auditInsert(
  by: AuditOrigin,
  changes: readonly AuditedChange[],
  happenedAt: Instant,
): RawBuilder<unknown> {
  const rows = changes.map(({ accountNumber, kind, payload, before = null, by: own = by, subject }) => ({
    audit_id: newId(),
    account_number: accountNumber,
    actor: own.actor,
    reference: own.reference,
    action: kind,
    ...(subject === undefined || isStaff(own)
      ? { before, after: payload }
      : { before: null, after: subject }),
  }));
  return sql`
    insert into billing.audit_entry (account_number, audit_id, happened_at, actor, reference, action, before, after)
    select account_number, audit_id, ${instantToIso(happenedAt)}::timestamptz, actor, reference, action, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (account_number text, audit_id uuid, actor text, reference text, action text, before jsonb, after jsonb)`;
}

/** Inserts audit entries, in the transaction of the change. */
export async function insertAudit(
  db: BillingDatabase,
  by: AuditOrigin,
  changes: readonly AuditedChange[],
  happenedAt: Instant,
): Promise<void> {
  if (changes.length > 0) await auditInsert(by, changes, happenedAt).execute(db);
}

/** SQL that adds the rows of a relation to the outbox; its ids must grow with the time. */
export const outboxFrom = insertFrom(
  'billing.outbox_event',
  'event_id, account_number, kind, payload, created_at',
);

/** SQL that adds the rows of a relation to the audit. */
export const auditFrom = insertFrom(
  'billing.audit_entry',
  'account_number, audit_id, happened_at, actor, reference, action, before, after',
);

/** Adds events to the outbox by COPY: id, account, kind, payload, moment; in the text format of COPY. */
export function copyOutboxEvents(batch: CopyBatch, rows: Buffer): void {
  batch.add('billing.outbox_event (event_id, account_number, kind, payload, created_at)', rows);
}

export interface OutboxEventRow {
  readonly eventId: string;
  readonly accountNumber: string;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly createdAt: Instant;
}

/** The oldest events of the outbox. */
async function listOutboxEvents(db: BillingDatabase, limit: number): Promise<readonly OutboxEventRow[]> {
  const result = await typedSql<OutboxEventRow>({
    eventId: uuid(),
    accountNumber: text(),
    kind: text(),
    payload: json(),
    createdAt: timestamptz(),
  })`
    select event_id as "eventId", account_number as "accountNumber", kind, payload, created_at as "createdAt"
    from billing.outbox_event order by event_id limit ${limit}`.execute(db);
  return result.rows;
}

/** Deletes received events; returns their number. */
async function deleteOutboxEvents(db: BillingDatabase, eventIds: readonly string[]): Promise<number> {
  const result = await sql`
    delete from billing.outbox_event where event_id = any(${[...eventIds]}::uuid[])`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
