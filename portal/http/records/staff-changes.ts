import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { RequestContext } from '../route.ts';
import { actorOf } from './staff-actions.ts';

/** What a call of the staff changed. Values are JSON; secrets are not among them. */
export interface StaffChange {
  /** What was changed, as its people name it: a login, an account, a code. */
  readonly subject: string;
  /** Absent: there was nothing. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Absent: there is nothing any more. */
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Those fields of two states that differ. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Required<Pick<StaffChange, 'before' | 'after'>> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (state: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/** By whom a change was made, and with which call. */
interface ChangeOrigin {
  readonly session: Parameters<typeof actorOf>[0];
  readonly reference: string;
}

/**
 * Keeps what a call of the staff changed, in the transaction of the change; the list of actions shows it beside the call and the
 * reason that its payload names (`reason`). Decision 0137.
 */
export async function insertStaffChange(
  db: PortalDatabase,
  { session, reference }: ChangeOrigin,
  { subject, before, after }: StaffChange,
  at: Instant,
): Promise<void> {
  await sql`
    insert into portal.staff_change (change_id, actor_id, happened_at, reference, subject, before, after)
    values (${newId()}::uuid, ${actorOf(session)}::uuid, ${instantToIso(at)}::timestamptz, ${reference}, ${subject},
      ${before ? JSON.stringify(before) : null}::jsonb, ${after ? JSON.stringify(after) : null}::jsonb)`.execute(
    db,
  );
}

/** Writes a record; whether it did. `act`: by whom and when. */
export type WriteRecord = (
  transaction: PortalDatabase,
  act: { readonly by: string; readonly at: Instant },
) => Promise<boolean>;

/**
 * Writes a record of the staff in one transaction with what of it changed, as `insertStaffChange` does.
 * @param record How it is found, and which of its fields are kept.
 * @returns The record afterwards, undefined when there is none, and whether it was written.
 */
export async function writeRecord<Stored>(
  db: PortalDatabase,
  context: Pick<RequestContext, 'session' | 'reference' | 'clock'>,
  record: {
    readonly subject: string;
    readonly find: (transaction: PortalDatabase, at: Instant) => Promise<Stored | undefined>;
    readonly fieldsOf: (stored: Stored) => Readonly<Record<string, unknown>>;
  },
  write: WriteRecord,
): Promise<{ readonly stored: Stored | undefined; readonly isWritten: boolean }> {
  return db.transaction().execute(async (transaction) => {
    const at = context.clock.now();
    const before = await record.find(transaction, at);
    const isWritten = await write(transaction, { by: context.session.identityId, at });
    const stored = await record.find(transaction, at);
    if (isWritten && stored !== undefined) {
      const after = record.fieldsOf(stored);
      const changed = before === undefined ? { after } : changedFields(record.fieldsOf(before), after);
      await insertStaffChange(transaction, context, { subject: record.subject, ...changed }, at);
    }
    return { stored, isWritten };
  });
}

/**
 * Keeps what an administrator changed of their own access, as `insertStaffChange` does. The calls are those of customers too, of whom
 * nothing is kept here.
 */
export async function insertOwnChange(
  db: PortalDatabase,
  context: Pick<RequestContext, 'session' | 'reference'>,
  change: Omit<StaffChange, 'subject'>,
  at: Instant,
): Promise<void> {
  const { type, identityId } = context.session;
  if (type !== 'admin') return;
  const { login } = await db
    .selectFrom('portal.administrator')
    .select('login')
    .where('identity_id', '=', identityId)
    .executeTakeFirstOrThrow();
  await insertStaffChange(db, context, { subject: login, ...change }, at);
}
