import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod/mini';
import type { RegisterFormat } from '#billing/api/registers.ts';
import { registerFormatSchema, type registerRecordSchema } from '#billing/api/registers.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Kopiykas, kopiykas, moneyToWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { RegisterProblem } from './stage-register.ts';

export type RegisterRecord = z.infer<typeof registerRecordSchema>;
export type RegisterState = RegisterRecord['state'];

export interface Register {
  readonly registerNumber: number;
  readonly settings: RegisterFormat;
  readonly fileName: string;
  readonly fileDigest: string | null;
  readonly byteCount: bigint;
  readonly actor: string;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
  readonly state: RegisterState;
  readonly bytesDone: bigint;
  readonly rowCount: number;
  readonly rowKopiykas: bigint;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly skippedCount: number;
  readonly problemCount: number;
  readonly problems: readonly RegisterProblem[];
  readonly trial: RegisterRecord['trial'];
  readonly judgedThrough: number;
  readonly matchedCount: number;
  readonly matchedKopiykas: bigint;
  readonly duplicateCount: number;
  readonly duplicateKopiykas: bigint;
  readonly unmatchedCount: number;
  readonly unmatchedKopiykas: bigint;
  readonly foreignCount: number;
  readonly foreignKopiykas: bigint;
}

const columns = sql`register_number as "registerNumber", settings, file_name as "fileName", file_digest as "fileDigest",
  byte_count as "byteCount", actor, created_at as "createdAt", finished_at as "finishedAt", state, bytes_done as "bytesDone",
  row_count as "rowCount", row_kopiykas as "rowKopiykas", first_day as "firstDay", last_day as "lastDay",
  skipped_count as "skippedCount", problem_count as "problemCount", problems, trial, judged_through as "judgedThrough",
  matched_count as "matchedCount", matched_kopiykas as "matchedKopiykas", duplicate_count as "duplicateCount",
  duplicate_kopiykas as "duplicateKopiykas", unmatched_count as "unmatchedCount",
  unmatched_kopiykas as "unmatchedKopiykas", foreign_count as "foreignCount", foreign_kopiykas as "foreignKopiykas"`;

async function list(db: BillingDatabase, rest: RawBuilder<unknown>): Promise<readonly Register[]> {
  const { rows } = await sql<Register>`select ${columns} from billing.bank_register ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, settings: registerFormatSchema.parse(row.settings) }));
}

/** A register; with `lock` it is held until the transaction ends. */
export async function findRegister(
  db: BillingDatabase,
  registerNumber: number,
  lock = false,
): Promise<Register | undefined> {
  const held = lock ? sql` for update` : sql``;
  return (await list(db, sql`where register_number = ${registerNumber}${held}`))[0];
}

/** Registers, newest first, those before a number. */
export function listRegisters(
  db: BillingDatabase,
  before: number | undefined,
  limit: number,
): Promise<readonly Register[]> {
  const condition = before === undefined ? sql`true` : sql`register_number < ${before}`;
  return list(db, sql`where ${condition} order by register_number desc limit ${limit}`);
}

/** The oldest register that waits for work, but for some. */
export async function findWaiting(
  db: BillingDatabase,
  but: readonly number[] = [],
): Promise<Register | undefined> {
  const isWaiting = sql`state in ('reading', 'checking', 'booking') and register_number <> all(${[...but]}::int[])`;
  return (await list(db, sql`where ${isWaiting} order by register_number limit 1`))[0];
}

/** A register of the same file that was cut off while it was booked. */
export async function findUnfinished(db: BillingDatabase, digest: string): Promise<Register | undefined> {
  return (
    await list(db, sql`where state = 'booking' and file_digest = ${digest} order by register_number limit 1`)
  )[0];
}

export interface NewRegister {
  readonly format: RegisterFormat;
  readonly fileName: string;
  readonly byteCount: number;
  readonly actor: string;
  readonly createdAt: Instant;
}

export async function insertRegister(db: BillingDatabase, register: NewRegister): Promise<Register> {
  const { format, fileName, byteCount, actor, createdAt } = register;
  const { rows } = await sql<{ registerNumber: number }>`
    insert into billing.bank_register (format_name, settings, file_name, byte_count, actor, created_at, state)
    values (${format.name}, ${JSON.stringify(format)}::jsonb, ${fileName}, ${byteCount}, ${actor},
      ${instantToIso(createdAt)}::timestamptz, 'receiving')
    returning register_number as "registerNumber"`.execute(db);
  const found = await findRegister(db, rows[0]?.registerNumber ?? 0);
  if (found === undefined) throw new Error('a register that was written is not there');
  return found;
}

/** Takes a register away with all that was read of it; nothing of it may be booked. */
export async function deleteRegister(db: BillingDatabase, registerNumber: number): Promise<void> {
  await sql`
    with rows as (delete from billing.bank_register_row where register_number = ${registerNumber})
    delete from billing.bank_register where register_number = ${registerNumber}`.execute(db);
}

const total = (count: number, sum: bigint) => ({ count, sum: moneyToWire(kopiykas(sum)) });

/** A register as function modules answer it. */
export function toRegisterRecord(register: Register): RegisterRecord {
  const judged =
    register.matchedCount + register.duplicateCount + register.unmatchedCount + register.foreignCount;
  const isRead = ['checking', 'checked', 'booking', 'done'].includes(register.state);
  return {
    registerNumber: register.registerNumber,
    formatName: register.settings.name,
    formatTitle: register.settings.title,
    fileName: register.fileName,
    createdAt: instantToIso(register.createdAt),
    finishedAt: register.finishedAt === null ? null : instantToIso(register.finishedAt),
    state: register.state,
    progress: isRead
      ? { done: judged, total: register.rowCount }
      : { done: Number(register.bytesDone), total: Number(register.byteCount) },
    firstDay: register.firstDay,
    lastDay: register.lastDay,
    skippedCount: register.skippedCount,
    problemCount: register.problemCount,
    totals: {
      rows: total(register.rowCount, register.rowKopiykas),
      matched: total(register.matchedCount, register.matchedKopiykas),
      duplicate: total(register.duplicateCount, register.duplicateKopiykas),
      unmatched: total(register.unmatchedCount, register.unmatchedKopiykas),
      foreign: total(register.foreignCount, register.foreignKopiykas),
    },
    trial: register.trial,
  };
}

/** Totals of a trial, as they are kept. */
export function trialOf(
  register: Pick<Register, 'rowCount' | 'rowKopiykas'>,
  outcomes: readonly { outcome: string; count: number; kopiykas: bigint }[],
): NonNullable<RegisterRecord['trial']> {
  const of = (outcome: string) => {
    const found = outcomes.find((one) => one.outcome === outcome);
    return total(found?.count ?? 0, (found?.kopiykas ?? 0n) as Kopiykas);
  };
  return {
    rows: total(register.rowCount, register.rowKopiykas),
    matched: of('matched'),
    duplicate: of('duplicate'),
    unmatched: of('unmatched'),
    foreign: of('foreign'),
  };
}
