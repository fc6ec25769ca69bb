import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { noteActWithoutSession } from '#portal/http/records/staff-actions.ts';
import { insertStaffChange, type StaffChange } from '#portal/http/records/staff-changes.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { clearFailures } from '../../codes/public.ts';
import { removeFactors } from '../second-factor/factor-store.ts';
import { updatePassword } from '../sign-in/identity-store.ts';
import { endAllAccess, holdAdministrator } from './administrator-store.ts';
import {
  type CreatedAdministrator,
  createAdministrator,
  type NewAdministrator,
} from './create-administrator.ts';
import type { TerminalAct } from './staff-action-words.template.ts';

/** Keeps an act in the list of actions, as one of the administrator concerned: who sat at the terminal is not known. */
async function keepAct(
  db: PortalDatabase,
  path: TerminalAct,
  identityId: string,
  change: StaffChange,
  at: Instant,
): Promise<void> {
  const reference = newId();
  await noteActWithoutSession(db, { path }, { actorId: identityId, address: '', reference, at });
  await insertStaffChange(db, { session: { identityId }, reference }, change, at);
}

/** `createAdministrator` in the terminal of the server, in one transaction with its row in the list of actions. */
export async function createInTerminal(
  db: PortalDatabase,
  administrator: NewAdministrator,
  at: Instant,
): Promise<CreatedAdministrator> {
  return db.transaction().execute(async (transaction) => {
    const made = await createAdministrator(transaction, administrator, at);
    if (made.kind !== 'created') return made;
    const { login, fullName, roles, phone = null, dualAuth = false } = administrator;
    const change = { subject: login, after: { fullName, roles, phone, dualAuth } };
    await keepAct(transaction, 'terminal/create-admin', made.identityId, change, at);
    return made;
  });
}

interface TerminalReset {
  readonly login: string;
  /** Undefined: the password stays. */
  readonly passwordHash: string | undefined;
  readonly secondFactor: boolean;
}

/**
 * Gives an administrator a new password, which ends sessions and unfinished sign-ins and forgets wrong tries, takes the second
 * factor away, or both, in one transaction with a row in the list of actions for each.
 * @returns How many sessions ended; undefined: there is no such login.
 */
export async function resetInTerminal(
  db: PortalDatabase,
  { login, passwordHash, secondFactor }: TerminalReset,
  at: Instant,
): Promise<{ readonly sessionsEnded: number } | undefined> {
  return db.transaction().execute(async (transaction) => {
    const held = await holdAdministrator(transaction, login);
    if (held === undefined) return undefined;
    const { identityId } = held;
    let sessionsEnded = 0;
    if (passwordHash !== undefined) {
      await updatePassword(transaction, identityId, passwordHash, at);
      await clearFailures(transaction, [{ kind: 'admin', login, address: '' }], at);
      sessionsEnded = await endAllAccess(transaction, identityId, 'passwordChanged', at);
      const change = { subject: login, after: { passwordChanged: true, sessionsEnded } };
      await keepAct(transaction, 'terminal/reset-password', identityId, change, at);
    }
    if (secondFactor) {
      await removeFactors(transaction, identityId);
      const [before, after] = [{ secondFactor: held.secondFactor }, { secondFactor: 'none' }];
      await keepAct(
        transaction,
        'terminal/reset-second-factor',
        identityId,
        { subject: login, before, after },
        at,
      );
    }
    return { sessionsEnded };
  });
}
