import { sql } from 'kysely';
import { daysToClosing } from '#domain/conversations/conversation-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { Clock } from '#platform/clock.ts';
import { int4, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { FigureSource } from '#platform/figures.ts';
import type { Antivirus } from '#portal/gateways/antivirus/antivirus.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { deleteStoredFiles } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { changeState } from './change-conversation.ts';
import { deleteLooseFiles, listUnscanned, releaseWaiting, updateScan } from './files/file-store.ts';

const dayMs = 24 * 3_600_000;
const atOnce = 200;

/** Closes what was answered 30 days ago and nobody went on with; each in a transaction of its own. */
export async function closeAnswered(db: PortalDatabase, now: Instant): Promise<void> {
  const before = instantToIso((now - daysToClosing * dayMs) as Instant);
  const { rows } = await typedSql({ accountNumber: text(), conversationId: uuid() })`
    select account_number as "accountNumber", conversation_id as "conversationId" from portal.conversation
    where state = 'answered' and answered_at < ${before}::timestamptz
    order by answered_at limit ${atOnce}`.execute(db);
  const expire = { act: 'expire', actor: { kind: 'system', id: null } } as const;
  for (const key of rows)
    await db.transaction().execute((transaction) => changeState(transaction, key, expire, now));
}

/** Notes which terms ended without an answer: the breach is on the day after the last one. Source: NEURC № 375, terms. */
export async function markBreaches(db: PortalDatabase, now: Instant): Promise<void> {
  await sql`
    update portal.conversation_clock set breached_at = ${instantToIso(now)}::timestamptz,
      compensation_check_on = case when kind = 'legal' then due_on + 1 end
    where met_at is null and breached_at is null and due_on < ${kyivDateOf(now)}::date`.execute(db);
}

const ending = 'svitlo_terms_ending';
const late = 'svitlo_terms_late';

/** Terms of answers that end on this day of Kyiv, and those that ended without an answer and are not noted as breaches yet. */
export function termFigures(db: PortalDatabase, clock: Clock): FigureSource {
  return {
    metrics: {
      [ending]: { help: 'Terms of answers to customers that end today without an answer' },
      [late]: { help: 'Terms that ended without an answer and that no job has noted as breaches yet' },
    },
    sharedForMs: 60_000,
    async read() {
      const today = kyivDateOf(clock.now());
      const { rows } = await typedSql({ ending: int4(), late: int4() })`
        select (count(*) filter (where due_on = ${today}::date))::integer as ending,
               (count(*) filter (where due_on < ${today}::date))::integer as late
          from portal.conversation_clock
         where met_at is null and breached_at is null and due_on <= ${today}::date`.execute(db);
      const counts = rows[0] ?? { ending: 0, late: 0 };
      return [
        { name: ending, value: counts.ending },
        { name: late, value: counts.late },
      ];
    },
  };
}

/** Deletes files that were added before a moment and not sent, the bytes first. */
export async function deleteUnsentFiles(
  db: PortalDatabase,
  files: FileStore,
  before: Instant,
  limit: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const fileIds = await deleteLooseFiles(transaction, before, limit);
    for (const fileId of fileIds) await files.remove(fileId);
    if (fileIds.length > 0) await deleteStoredFiles(transaction, fileIds);
    return fileIds.length;
  });
}

/**
 * Scans what was not scanned when it came: the scanner did not answer, or there was none. Without a scanner nothing waits for one
 * any more.
 */
export async function scanAgain(db: PortalDatabase, files: FileStore, antivirus: Antivirus): Promise<void> {
  if (!antivirus.isOn) return releaseWaiting(db);
  for (const { accountNumber, fileId } of await listUnscanned(db, atOnce)) {
    const file = await files.open(fileId);
    if (file === undefined) continue;
    const scan = await antivirus.scan(file.stream);
    if (scan === 'unavailable') return;
    await updateScan(db, accountNumber, fileId, scan);
  }
}
