import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { insertGrants } from '#portal/modules/identity/administrators/grant-store.ts';
import type { TestApp } from '../start-test-app.ts';

/** Whose session a token is of. */
export async function identityOf({ portalDb }: TestApp, token: string): Promise<string> {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { identity_id: identityId } = await portalDb
    .selectFrom('portal.session')
    .select('identity_id')
    .where('session_id', '=', sid)
    .executeTakeFirstOrThrow();
  return identityId;
}

/** The token of a new administrator whose account the administrator of `token` has just made. */
export async function signInDependent(
  app: TestApp,
  token: string,
  roles: readonly AdminRole[],
): Promise<string> {
  const made = await app.signIn([], 'admin', [...roles]);
  const ids = { toId: await identityOf(app, made), byId: await identityOf(app, token) };
  await insertGrants(app.portalDb, { ...ids, kinds: ['created'] }, app.clock.now());
  return made;
}
