import { bookRegister } from './book-register.ts';
import { partsOf, readRegister } from './read-register.ts';
import { findWaiting, type Register } from './register-store.ts';
import type { RegisterWork } from './register-work.ts';
import { tryRegister } from './try-register.ts';
import { withRegisterLock } from './work-lock.ts';

async function workOn(work: RegisterWork, register: Register): Promise<void> {
  if (register.state === 'reading')
    await readRegister(work, register, partsOf(work.db, register.registerNumber), 'checking');
  else if (register.state === 'checking') await tryRegister(work, register);
  else await bookRegister(work, register);
}

/**
 * Does what registers wait for, one after the other, until nothing waits or the signal stops it; nothing when another
 * process is at it. Each step leaves the register in the state that the next run goes on from. One that fails is left for the
 * next run and holds up no other.
 * @throws AggregateError when registers failed.
 */
export async function workRegisters(work: RegisterWork): Promise<void> {
  if ((await findWaiting(work.db)) === undefined) return;
  await withRegisterLock(work.pool, async () => {
    const failures = new Map<number, unknown>();
    while (!work.signal?.aborted) {
      const register = await findWaiting(work.db, [...failures.keys()]);
      if (register === undefined) break;
      const { registerNumber } = register;
      await workOn(work, register).catch((error: unknown) => failures.set(registerNumber, error));
    }
    if (failures.size > 0) {
      throw new AggregateError(failures.values(), `registers ${[...failures.keys()].join(', ')} failed`);
    }
  });
}
