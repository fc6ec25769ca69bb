import {
  addAuthorities,
  decideAuthorities,
  listAuthorities,
  removeAuthority,
} from '#contract/signatures/authorities.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type Route, route } from '#portal/http/route.ts';
import { listAllAuthorities, markRemoved } from './authority-store.ts';
import {
  type AuthorityServices,
  authoritiesNow,
  decideAboutAuthorities,
  loginOf,
  proposeAuthorities,
} from './propose-authorities.ts';

/** The certificates that signatures are checked by, for the owner: adding takes two, trusting one no longer does not (decision 0167). */
export function signatureAdminRoutes(services: AuthorityServices): Route[] {
  const { db, config } = services;
  return [
    route(listAuthorities, async (_input, context) =>
      succeed({ isNetworkOn: config.signatureNetwork, ...(await authoritiesNow(db, context)) }),
    ),

    route(addAuthorities, async (_input, context) =>
      proposeAuthorities(services, await context.readFile(), context),
    ),

    route(decideAuthorities, (input, context) => decideAboutAuthorities(services, input, context)),

    route(removeAuthority, async ({ authorityId }, context) => {
      const at = context.clock.now();
      const isRemoved = await db.transaction().execute(async (inside) => {
        const by = await loginOf(inside, context.session.identityId);
        if (!(await markRemoved(inside, authorityId, { at, by }))) return false;
        const removed = (await listAllAuthorities(inside)).find((one) => one.authorityId === authorityId);
        const { name, issuer, serial } = removed ?? {};
        await insertStaffChange(
          inside,
          context,
          { subject: 'authority', before: { name, issuer, serial } },
          at,
        );
        return true;
      });
      return isRemoved ? succeed(await authoritiesNow(db, context)) : fail('common.notFound');
    }),
  ];
}
