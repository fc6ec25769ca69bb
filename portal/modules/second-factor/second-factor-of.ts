import type { PortalDatabase } from '#portal/portal-database.ts';

/** Which second factor asks at sign-in. */
export type SecondFactorMethod = 'totp' | 'sms';

/** The second factor that an identity has switched on. */
export async function secondFactorOf(
  db: PortalDatabase,
  identityId: string,
): Promise<SecondFactorMethod | 'none'> {
  const row = await db
    .selectFrom('portal.second_factor')
    .select('method')
    .where('identity_id', '=', identityId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row === undefined ? 'none' : (row.method as SecondFactorMethod);
}
