import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { accountDigits } from './account-digits.ts';
import { numberRepeats } from './number-repeats.ts';
import type { Register } from './register-store.ts';
import type { RegisterWork } from './register-work.ts';
import { type StagedRegister, stageRegister } from './stage-register.ts';

const MS_BETWEEN_NOTES = 500;

/** Notes how far a file is read, now and then, beside the transaction that reads it. */
function noteProgress({ db, onProgress }: RegisterWork, register: Register) {
  const total = Number(register.byteCount);
  let done = 0;
  let notedAt = performance.now();
  let writing: Promise<unknown> = Promise.resolve();
  return {
    onBytes(bytes: number): void {
      done += bytes;
      onProgress?.({ step: 'reading', done, total });
      if (performance.now() - notedAt < MS_BETWEEN_NOTES) return;
      notedAt = performance.now();
      writing = sql`
        update billing.bank_register set bytes_done = ${done} where register_number = ${register.registerNumber}`.execute(
        db,
      );
      // What is only looked at must not end the reading.
      writing.catch(() => undefined);
    },
    settled: () => Promise.allSettled([writing]),
  };
}

/**
 * Reads the file of a register into its rows, all of them or none: a file with problems is refused, its problems are kept.
 * What it is after that: `next`, or refused.
 */
export async function readRegister(
  work: RegisterWork,
  register: Register,
  source: AsyncIterable<Buffer>,
  next: 'checking' | 'booking',
): Promise<'checking' | 'booking' | 'refused'> {
  const { registerNumber, settings: format } = register;
  const accountPattern = new RegExp(`^\\d{${await accountDigits(work.db)}}$`);
  const progress = noteProgress(work, register);
  const client = await work.pool.connect();
  let isBroken = false;
  let staged: StagedRegister;
  try {
    await client.query('begin');
    await client.query('delete from billing.bank_register_row where register_number = $1', [registerNumber]);
    staged = await stageRegister({
      client,
      registerNumber,
      format,
      source,
      accountPattern,
      today: kyivDateOf(work.clock.now()),
      onBytes: progress.onBytes,
    });
    await progress.settled();
    if (staged.problemCount > 0) await client.query('rollback');
    else {
      await numberRepeats(client, registerNumber, staged.maybeRepeated);
      await client.query(
        `update billing.bank_register set state = $2, file_digest = $3, bytes_done = byte_count, row_count = $4, row_kopiykas = $5,
           first_day = $6, last_day = $7, skipped_count = $8 where register_number = $1`,
        [
          registerNumber,
          next,
          staged.fileDigest,
          staged.rowCount,
          staged.rowKopiykas,
          staged.firstDay,
          staged.lastDay,
          staged.skippedCount,
        ],
      );
      await client.query('delete from billing.bank_register_part where register_number = $1', [
        registerNumber,
      ]);
      await client.query('commit');
    }
  } catch (error) {
    isBroken = true;
    throw error;
  } finally {
    await progress.settled();
    client.release(isBroken);
  }
  if (staged.problemCount === 0) return next;
  const { fileDigest, rowCount, problemCount, problems, skippedCount } = staged;
  await sql`
    with parts as (delete from billing.bank_register_part where register_number = ${registerNumber})
    update billing.bank_register set state = 'refused', file_digest = ${fileDigest}, bytes_done = byte_count,
      row_count = ${rowCount}, skipped_count = ${skippedCount}, problem_count = ${problemCount},
      problems = ${JSON.stringify(problems)}::jsonb
    where register_number = ${registerNumber}`.execute(work.db);
  return 'refused';
}

/** The file of a register as its parts came, one at a time. */
export async function* partsOf(db: BillingDatabase, registerNumber: number): AsyncIterable<Buffer> {
  for (let part = 1; ; part += 1) {
    const { rows } = await sql<{ content: Buffer }>`
      select content from billing.bank_register_part
      where register_number = ${registerNumber} and part_number = ${part}`.execute(db);
    const [found] = rows;
    if (found === undefined) return;
    yield found.content;
  }
}
