import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { REGISTER_BOOK, REGISTER_DROP } from '#billing/api/registers.ts';
import { handleModule } from '#billing/module-handler.ts';
import { deleteRegister, findRegister, type RegisterState, toRegisterRecord } from './register-store.ts';

/** Nothing is booked of it, and nobody works on it. */
const droppable: readonly RegisterState[] = ['receiving', 'checked', 'refused'];

/** REGISTER_BOOK: who gives the word is who books. Said twice it is said once. */
export const handleRegisterBook = handleModule(
  REGISTER_BOOK,
  ({ db }) =>
    async ({ registerNumber }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const register = await findRegister(transaction, registerNumber, true);
        if (register === undefined) return refuse('common.notFound');
        if (register.state === 'booking' || register.state === 'done')
          return answer({ register: toRegisterRecord(register) });
        if (register.state !== 'checked') return refuse('registers.wrongState');
        await sql`
          update billing.bank_register set state = 'booking', actor = ${actor}
          where register_number = ${registerNumber}`.execute(transaction);
        return answer({ register: toRegisterRecord({ ...register, state: 'booking' }) });
      }),
);

/** REGISTER_DROP. */
export const handleRegisterDrop = handleModule(
  REGISTER_DROP,
  ({ db }) =>
    async ({ registerNumber }) =>
      db.transaction().execute(async (transaction) => {
        const register = await findRegister(transaction, registerNumber, true);
        if (register === undefined) return refuse('common.notFound');
        if (!droppable.includes(register.state)) return refuse('registers.wrongState');
        await deleteRegister(transaction, registerNumber);
        return answer({});
      }),
);
