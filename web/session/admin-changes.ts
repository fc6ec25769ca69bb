import { changeAreas, currentSession } from './session-store.ts';

/** The counts of registered entities and persons were read, each by itself. */
export function amountsRead(amounts: { amountEntity?: number; amountPerson?: number }): void {
  const { admin } = currentSession();
  changeAreas({ admin: { ...admin, ...amounts } });
}
