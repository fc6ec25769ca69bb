import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { noteActWithoutSession } from '#portal/http/records/staff-actions.ts';
import { insertStaffChange, type StaffChange } from '#portal/http/records/staff-changes.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { clearFailures } from '../../codes/public.ts';
import { type Keyed, queueMessages } from '../../outbox/public.ts';
import { removeFactors } from '../second-factor/factor-store.ts';
import { updatePassword } from '../sign-in/identity-store.ts';
import { endAllAccess, holdAdministrator } from './administrator-store.ts';
import {
  type CreatedAdministrator,
  createAdministrator,
  type NewAdministrator,
} from './create-administrator.ts';
import { listAccessMessages } from './notify-administrators.ts';
import { type TerminalAct, terminalName } from './staff-action-words.template.ts';

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

/** The database and the key ring that seals messages; undefined: this machine has none, which is enough while there is no one to notify. */
interface TerminalServices {
  readonly db: PortalDatabase;
  readonly keys: Keyed['keys'] | undefined;
}

/** Notifies the person and the owners of an act, as of the same one on the page of administrators. */
async function notify(
  { db, keys }: TerminalServices,
  notice: Omit<Parameters<typeof listAccessMessages>[1], 'actor' | 'reason'>,
  at: Instant,
): Promise<void> {
  const actor = { name: terminalName };
  const messages = await listAccessMessages(db, { ...notice, actor, reason: '' });
  if (messages.length === 0) return;
  if (keys === undefined)
    throw new Error(
      'Messages to the person and the owners need the MESSAGE_KEYS or data folder of the server.',
    );
  await queueMessages({ db, keys }, messages, at);
}

/** `createAdministrator` in the terminal of the server, in one transaction with its row in the list of actions. */
export async function createInTerminal(
  { db, keys }: TerminalServices,
  administrator: NewAdministrator,
  at: Instant,
): Promise<CreatedAdministrator> {
  return db.transaction().execute(async (transaction) => {
    const made = await createAdministrator(transaction, administrator, at);
    if (made.kind !== 'created') return made;
    const { login, fullName, roles, phone = null, dualAuth = false } = administrator;
    const change = { subject: login, after: { fullName, roles, phone, dualAuth } };
    const { identityId } = made;
    await keepAct(transaction, 'terminal/create-admin', identityId, change, at);
    const contacts = [{ phone, email: null }];
    await notify({ db: transaction, keys }, { news: ['created'], login, identityId, contacts }, at);
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
  { db, keys }: TerminalServices,
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
    const news = [
      ...(passwordHash === undefined ? [] : (['password'] as const)),
      ...(secondFactor ? (['factor'] as const) : []),
    ];
    await notify({ db: transaction, keys }, { news, login, identityId, contacts: [held] }, at);
    return { sessionsEnded };
  });
}
