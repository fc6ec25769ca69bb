import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import { insertIdentityAccounts } from '#portal/modules/accounts/public.ts';
import { sessionEnd } from '#portal/modules/identity/session/session-list.ts';
import { insertSession } from '#portal/modules/identity/session/session-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface MadeSession {
  readonly sessionId: string;
  readonly identityId: string;
  readonly expiresAt: Instant;
}

async function insertAdministrator(
  db: PortalDatabase,
  identityId: string,
  roles: readonly AdminRole[],
): Promise<void> {
  const login = `admin-${identityId.slice(-12)}`;
  await db
    .insertInto('portal.administrator')
    .values({ identity_id: identityId, login, full_name: login })
    .execute();
  const rows = roles.map((role) => ({ identity_id: identityId, role }));
  if (rows.length > 0) await db.insertInto('portal.administrator_role').values(rows).execute();
}

/** Creates an identity with these accounts and a session without the sign-in call; an administrator gets these roles. */
export async function makeSession(
  db: PortalDatabase,
  clock: Clock,
  accountNumbers: readonly string[],
  type: 'person' | 'entity' | 'admin',
  roles: readonly AdminRole[] = ['owner'],
): Promise<MadeSession> {
  const [identityId, sessionId] = [newId(), newId()];
  const startedAt = clock.now();
  const expiresAt = sessionEnd(startedAt);
  await db
    .insertInto('portal.identity')
    .values({
      identity_id: identityId,
      identity_type: type,
      password_hash: '',
      created_at: instantToIso(startedAt),
    })
    .execute();
  await insertIdentityAccounts(db, identityId, accountNumbers);
  if (type === 'admin') await insertAdministrator(db, identityId, roles);
  const origin = { device: 'test', address: '', way: 'password', dualAuth: false } as const;
  await insertSession(db, { sessionId, identityId, startedAt, expiresAt, ...origin });
  return { sessionId, identityId, expiresAt };
}
