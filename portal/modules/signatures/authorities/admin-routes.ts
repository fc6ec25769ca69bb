import { addAuthorities, listAuthorities, removeAuthority } from '#contract/signatures/authorities.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route, type Session } from '#portal/http/route.ts';
import { readAuthoritiesInWorker } from '../signature-workers.ts';
import {
  insertAuthorities,
  listAllAuthorities,
  markRemoved,
  updateAuthorityUrls,
} from './authority-store.ts';
import { readRegistry } from './registry-of-authorities.ts';

/** The certificates that signatures are checked by, for the owner. */
export function signatureAdminRoutes({
  db,
  clock,
  config,
}: Pick<PortalServices, 'db' | 'clock' | 'config'>): Route[] {
  async function loginOf({ identityId }: Session): Promise<string> {
    const row = await db
      .selectFrom('portal.administrator')
      .select('login')
      .where('identity_id', '=', identityId)
      .executeTakeFirst();
    return row?.login ?? identityId;
  }

  return [
    route(listAuthorities, async () =>
      succeed({ isNetworkOn: config.signatureNetwork, authorities: await listAllAuthorities(db) }),
    ),

    route(addAuthorities, async (_input, { readFile, session }) => {
      const file = await readFile();
      const registry = readRegistry(file);
      if (registry !== undefined) {
        const updated = await updateAuthorityUrls(db, registry);
        if (updated === 0) return fail('signature.noAuthorities');
        return succeed({ added: 0, known: updated, skipped: 0, authorities: await listAllAuthorities(db) });
      }
      const read = await readAuthoritiesInWorker(file);
      if (read === undefined) return fail('signature.wrongFile');
      const { authorities, skipped } = read;
      if (authorities.length === 0) return fail('signature.noAuthorities');
      const by = await loginOf(session);
      const added = await insertAuthorities(db, authorities, { at: clock.now(), by, origin: 'uploaded' });
      const known = authorities.length - added;
      return succeed({ added, known, skipped, authorities: await listAllAuthorities(db) });
    }),

    route(removeAuthority, async ({ authorityId }, { session }) => {
      const by = await loginOf(session);
      const isRemoved = await markRemoved(db, authorityId, { at: clock.now(), by });
      return isRemoved ? succeed({ authorities: await listAllAuthorities(db) }) : fail('common.notFound');
    }),
  ];
}
