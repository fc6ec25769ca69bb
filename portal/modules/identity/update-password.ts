import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Keeps a new password of an identity, and when it changed. */
export async function updatePassword(
  db: PortalDatabase,
  identityId: string,
  passwordHash: string,
  at: Instant,
): Promise<void> {
  await db
    .updateTable('portal.identity')
    .set({ password_hash: passwordHash, password_changed_at: instantToIso(at) })
    .where('identity_id', '=', identityId)
    .execute();
}
