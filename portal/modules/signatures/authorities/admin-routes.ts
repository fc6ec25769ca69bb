import {
  addAuthorities,
  decideAuthorities,
  listAuthorities,
  removeAuthority,
} from '#contract/signatures/authorities.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import {
  type AuthorityServices,
  authoritiesNow,
  decideAboutAuthorities,
  proposeAuthorities,
  proposeRemoval,
} from './propose-authorities.ts';

/** The certificates that signatures are checked by, for owners: what changes takes two (decision 0167). */
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

    route(removeAuthority, ({ authorityId }, context) => proposeRemoval(services, authorityId, context)),
  ];
}
