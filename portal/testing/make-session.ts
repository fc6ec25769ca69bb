import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import { insertSession } from '../modules/identity/session-store.ts';
import { sessionEnd } from '../modules/identity/session-time.ts';
import { insertIdentityAccounts } from '../modules/objects/public.ts';
import type { PortalDatabase } from '../portal-database.ts';

export interface MadeSession {
  readonly sessionId: string;
  readonly identityId: string;
  readonly expiresAt: Instant;
}

/** An identity with these accounts in its cabinet and a session of its own, made without the form. */
export async function makeSession(
  db: PortalDatabase,
  clock: Clock,
  accountNumbers: readonly string[],
  type: 'person' | 'entity' | 'admin',
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
  await insertSession(db, { sessionId, identityId, startedAt, expiresAt, device: 'test', address: '' });
  return { sessionId, identityId, expiresAt };
}
