import { checkSession, signOut } from '#contract/auth.ts';
import { endAllSessions, endSession as endSessionCall, listSessions } from '#contract/sessions.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { endSession, extendSession } from './session-store.ts';
import { needsRenewal, sessionEnd } from './session-time.ts';

/** The sessions of whoever is signed in (product.md section 4). */
export function sessionRoutes({ db, tokens }: Pick<PortalServices, 'db' | 'tokens'>): Route[] {
  return [
    route(checkSession, async (_, { session, clock }) => {
      const { sessionId, type } = session;
      const now = clock.now();
      const renew = needsRenewal(session.expiresAt, now);
      const expiresAt = renew ? sessionEnd(now) : (session.expiresAt as Instant);
      if (renew) await extendSession(db, sessionId, expiresAt);
      return succeed({
        token: tokens.sign({ sessionId, type, expiresAt }),
        expires: instantToIso(expiresAt),
      });
    }),

    route(signOut, async (_, { session, clock }) => {
      await endSession(db, session.sessionId, 'signOut', clock.now());
      return succeed({});
    }),

    route(endAllSessions, async () => fail('common.serviceDown')),
    route(endSessionCall, async () => fail('common.serviceDown')),
    route(listSessions, async () => fail('common.serviceDown')),
  ];
}
