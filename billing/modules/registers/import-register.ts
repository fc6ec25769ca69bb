import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { bookRegister } from './book-register.ts';
import { readRegister } from './read-register.ts';
import { findFormat } from './register-format.ts';
import {
  deleteRegister,
  findRegister,
  findUnfinished,
  insertRegister,
  type Register,
} from './register-store.ts';
import type { RegisterWork } from './register-work.ts';
import { tryRegister } from './try-register.ts';
import { withRegisterLock } from './work-lock.ts';

export interface ImportRegisterRequest extends RegisterWork {
  readonly path: string;
  readonly formatName: string;
  /** Judges the rows as the import would, and leaves nothing behind. */
  readonly isTrial: boolean;
}

/** What became of a file; the register as it stands then. */
export type ImportRegisterResult =
  | { readonly kind: 'done' | 'interrupted' | 'refused' | 'tried'; readonly register: Register }
  | { readonly kind: 'noFile' | 'noFormat' | 'busy' };

/** Who imports by the command. */
const ACTOR = 'import';
const READ_AHEAD_BYTES = 1024 * 1024;

const readFile = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: READ_AHEAD_BYTES });

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of readFile(path)) digest.update(piece);
  return digest.digest('hex');
}

/** A register of the same file that was cut off; the file is read for it only when some register was. */
async function findCutOff(db: BillingDatabase, path: string): Promise<Register | undefined> {
  const { rows } = await sql`select from billing.bank_register where state = 'booking' limit 1`.execute(db);
  return rows.length === 0 ? undefined : findUnfinished(db, await digestOf(path));
}

async function load(db: BillingDatabase, registerNumber: number): Promise<Register> {
  const register = await findRegister(db, registerNumber);
  if (register === undefined) throw new Error(`register ${registerNumber} is gone`);
  return register;
}

/**
 * Imports the file of a register (docs/registers.md): reads it whole first, then books it in chunks. The same file after
 * one that was cut off goes on with that; any other row that was there before is a duplicate and never booked twice.
 */
export async function importRegister(request: ImportRegisterRequest): Promise<ImportRegisterResult> {
  const { db, path, isTrial } = request;
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile()) return { kind: 'noFile' };
  const format = await findFormat(db, request.formatName);
  if (format === undefined) return { kind: 'noFormat' };
  const result = await withRegisterLock(request.pool, async (): Promise<ImportRegisterResult> => {
    const cutOff = isTrial ? undefined : await findCutOff(db, path);
    if (cutOff !== undefined) return book(request, cutOff);
    // Of imports that were killed before anything was read.
    await sql`delete from billing.bank_register where state = 'receiving' and actor = ${ACTOR}`.execute(db);
    const created = await insertRegister(db, {
      format,
      fileName: basename(path),
      byteCount: file.size,
      actor: ACTOR,
      createdAt: request.clock.now(),
    });
    const { registerNumber } = created;
    const state = await readRegister(request, created, readFile(path), isTrial ? 'checking' : 'booking');
    const register = await load(db, registerNumber);
    if (state === 'booking') return book(request, register);
    if (state === 'checking') await tryRegister(request, register);
    const tried = await load(db, registerNumber);
    if (isTrial) await deleteRegister(db, registerNumber);
    return { kind: state === 'refused' ? 'refused' : 'tried', register: tried };
  });
  return result ?? { kind: 'busy' };
}

async function book(request: ImportRegisterRequest, register: Register): Promise<ImportRegisterResult> {
  const kind = await bookRegister(request, register);
  return { kind, register: await load(request.db, register.registerNumber) };
}
