import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { confirmationAlphabet } from '#domain/identifiers/confirmation-code.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const codeCount = 8;
/** Two parts of signs of confirmation codes: 50 bits in a code. */
const partLength = 5;

/** Length of a recovery code without its dash. */
export const recoveryCodeLength = 2 * partLength;

function newPart(): string {
  const sign = () => confirmationAlphabet[randomInt(confirmationAlphabet.length)];
  return Array.from({ length: partLength }, sign).join('');
}

function digestOf(secret: Buffer, identityId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`${identityId}|${code}`).digest();
}

/**
 * Replaces the recovery codes of an identity by eight new ones, 'XXXXX-XXXXX'. Only digests are kept: the answer is the
 * only time that they are seen.
 */
export async function replaceRecoveryCodes(
  db: PortalDatabase,
  secret: Buffer,
  identityId: string,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => [newPart(), newPart()]);
  const digests = codes.map((parts) => digestOf(secret, identityId, parts.join('')));
  await deleteRecoveryCodes(db, identityId);
  await sql`
    insert into portal.recovery_code (identity_id, code_digest)
    select ${identityId}::uuid, digest from unnest(${digests}::bytea[]) as digest
  `.execute(db);
  return codes.map((parts) => parts.join('-'));
}

/** Takes the recovery codes of an identity away. */
export async function deleteRecoveryCodes(db: PortalDatabase, identityId: string): Promise<void> {
  await db.deleteFrom('portal.recovery_code').where('identity_id', '=', identityId).execute();
}

/** Spends a recovery code; false: it is none of the identity's, or it was used. `code` is without its dash. */
export async function spendRecoveryCode(
  db: PortalDatabase,
  secret: Buffer,
  { identityId, code }: { readonly identityId: string; readonly code: string },
  now: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portal.recovery_code')
    .set({ used_at: instantToIso(now) })
    .where('identity_id', '=', identityId)
    .where('code_digest', '=', digestOf(secret, identityId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
