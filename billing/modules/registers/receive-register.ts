import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { REGISTER_ADD_PART, REGISTER_OPEN } from '#billing/api/registers.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findFormat } from './register-format.ts';
import { findRegister, insertRegister, toRegisterRecord } from './register-store.ts';

/** REGISTER_OPEN. */
export const handleRegisterOpen = handleModule(
  REGISTER_OPEN,
  ({ db, clock }) =>
    async ({ formatName, fileName, byteCount }, { actor }) => {
      const format = await findFormat(db, formatName);
      if (format === undefined) return refuse('common.notFound');
      const register = await insertRegister(db, {
        format,
        fileName,
        byteCount,
        actor,
        createdAt: clock.now(),
      });
      return answer({ register: toRegisterRecord(register) });
    },
);

/** How many parts of a file are there, one after the other from the first. */
async function countParts(db: BillingDatabase, registerNumber: number): Promise<number> {
  const { rows } = await sql<{ parts: number }>`
    select coalesce(max(part_number), 0) as parts from billing.bank_register_part
    where register_number = ${registerNumber}`.execute(db);
  return rows[0]?.parts ?? 0;
}

/**
 * REGISTER_ADD_PART: parts come in turn; one that came already is taken as said. The last one must make the file as long as
 * it was told to be, else something was lost on the way.
 */
export const handleRegisterAddPart = handleModule(
  REGISTER_ADD_PART,
  ({ db }) =>
    async ({ registerNumber, partNumber, content, isLast }) =>
      db.transaction().execute(async (transaction) => {
        const register = await findRegister(transaction, registerNumber, true);
        if (register === undefined) return refuse('common.notFound');
        if (register.state !== 'receiving') return refuse('registers.wrongState');
        const parts = await countParts(transaction, registerNumber);
        if (partNumber <= parts) return answer({ register: toRegisterRecord(register) });
        const bytes = Buffer.from(content, 'base64');
        const received = register.bytesDone + BigInt(bytes.length);
        const isWhole = isLast ? received === register.byteCount : received < register.byteCount;
        if (partNumber !== parts + 1 || !isWhole) return refuse('registers.wrongState');
        await sql`
          with kept as (
            insert into billing.bank_register_part (register_number, part_number, content)
            values (${registerNumber}, ${partNumber}, ${bytes})
          )
          update billing.bank_register set bytes_done = ${isLast ? 0n : received},
            state = ${isLast ? 'reading' : 'receiving'}
          where register_number = ${registerNumber}`.execute(transaction);
        const after = await findRegister(transaction, registerNumber);
        return answer({ register: toRegisterRecord(after ?? register) });
      }),
);
