import { addAuthorities, listAuthorities, removeAuthority } from '#contract/signatures/authorities.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import {
  type PortalServices,
  type RequestContext,
  type Route,
  route,
  type Session,
} from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
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

  /** Names of the certificates that are trusted, by id. */
  const trustedNames = async (inside: PortalDatabase) =>
    new Map(
      (await listAllAuthorities(inside))
        .filter(({ removedAt, origin }) => removedAt === null && origin !== 'sample')
        .map(({ authorityId, name, serial }) => [authorityId, `${name}, ${serial}`]),
    );

  const note = (
    inside: PortalDatabase,
    context: RequestContext,
    change: Omit<Parameters<typeof insertStaffChange>[2], 'subject'>,
  ) => insertStaffChange(inside, context, { subject: 'authority', ...change }, clock.now());

  return [
    route(listAuthorities, async () =>
      succeed({ isNetworkOn: config.signatureNetwork, authorities: await listAllAuthorities(db) }),
    ),

    route(addAuthorities, async (_input, context) => {
      const file = await context.readFile();
      const registry = readRegistry(file);
      if (registry !== undefined) {
        const updated = await db.transaction().execute(async (inside) => {
          const count = await updateAuthorityUrls(inside, registry);
          if (count > 0) await note(inside, context, { after: { updated: count } });
          return count;
        });
        if (updated === 0) return fail('signature.noAuthorities');
        return succeed({ added: 0, known: updated, skipped: 0, authorities: await listAllAuthorities(db) });
      }
      const read = await readAuthoritiesInWorker(file);
      if (read === undefined) return fail('signature.wrongFile');
      const { authorities, skipped } = read;
      if (authorities.length === 0) return fail('signature.noAuthorities');
      const by = await loginOf(context.session);
      const added = await db.transaction().execute(async (inside) => {
        const before = await trustedNames(inside);
        const count = await insertAuthorities(inside, authorities, {
          at: clock.now(),
          by,
          origin: 'uploaded',
        });
        const after = await trustedNames(inside);
        const names = [...after].filter(([id]) => !before.has(id)).map(([, name]) => name);
        if (count > 0) await note(inside, context, { after: { added: names } });
        return count;
      });
      const known = authorities.length - added;
      return succeed({ added, known, skipped, authorities: await listAllAuthorities(db) });
    }),

    route(removeAuthority, async ({ authorityId }, context) => {
      const by = await loginOf(context.session);
      const isRemoved = await db.transaction().execute(async (inside) => {
        if (!(await markRemoved(inside, authorityId, { at: clock.now(), by }))) return false;
        const removed = (await listAllAuthorities(inside)).find((one) => one.authorityId === authorityId);
        const { name, issuer, serial } = removed ?? {};
        await note(inside, context, { before: { name, issuer, serial } });
        return true;
      });
      return isRemoved ? succeed({ authorities: await listAllAuthorities(db) }) : fail('common.notFound');
    }),
  ];
}
