import { endAllSessions, endSession as endSessionCall, listSessions } from '#contract/identity/sessions.ts';
import { checkSession, signOut } from '#contract/identity/sign-in.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { insertOwnChange, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { companyPersonOf, type PortalServices, type Route, route } from '#portal/http/route.ts';
import { endViewing, listViewings, nameOfViewed } from '../viewings/viewing-store.ts';
import { listActiveSessions, needsRenewal, sessionEnd } from './session-list.ts';
import { endSession, endSessions, touchSession } from './session-store.ts';

/** The sessions of the signed-in user (product.md section 4). */
export function sessionRoutes({ db, tokens }: Pick<PortalServices, 'db' | 'tokens'>): Route[] {
  return [
    route(checkSession, async (_, { session, clock, address }) => {
      const { sessionId, type, roles, viewer } = session;
      const company = companyPersonOf(session);
      const now = clock.now();
      if (viewer) {
        // It is neither renewed nor kept as used.
        const expiresAt = session.expiresAt as Instant;
        const token = tokens.sign({ sessionId, type, isViewing: true, expiresAt });
        return succeed({ token, expires: instantToIso(expiresAt), ...(company && { company }) });
      }
      const renew = needsRenewal(session.expiresAt, now);
      const expiresAt = renew ? sessionEnd(now) : (session.expiresAt as Instant);
      await touchSession(db, sessionId, { now, expiresAt, address });
      const token = tokens.sign({ sessionId, type, expiresAt });
      return succeed({
        token,
        expires: instantToIso(expiresAt),
        ...(company && { company }),
        ...(type === 'admin' && { admin: { token, roles: [...roles] } }),
      });
    }),

    route(signOut, async (_, context) => {
      const { session, clock, billing } = context;
      const now = clock.now();
      if (!session.viewer) await endSession(db, session, 'signOut', now);
      else {
        const company = await nameOfViewed(db, session, { known: '', billing });
        await db.transaction().execute(async (inside) => {
          const ended = await endViewing(inside, session.sessionId, now);
          if (ended === undefined) return;
          const viewed = company || ended.viewed;
          await insertStaffChange(inside, context, { subject: viewed, after: { ...ended, viewed } }, now);
        });
      }
      return succeed({});
    }),

    route(listSessions, async (_, { session, clock }) => {
      const [activeSessions, viewings] = [
        await listActiveSessions(db, session, clock.now()),
        await listViewings(db, session, clock.now()),
      ];
      const sessions = activeSessions.map((one) => ({
        ...one,
        startedAt: instantToIso(one.startedAt),
        lastUsedAt: instantToIso(one.lastUsedAt),
      }));
      return succeed({ sessions, viewings });
    }),

    // The id of somebody else's session is answered like one that nobody has.
    route(endSessionCall, async ({ sessionId }, context) => {
      const { identityId } = context.session;
      const now = context.clock.now();
      const isEnded = await db.transaction().execute(async (inside) => {
        const isFound = await endSession(inside, { identityId, sessionId }, 'ended', now);
        if (isFound) await insertOwnChange(inside, context, { after: { sessionsEnded: 1 } }, now);
        return isFound;
      });
      return isEnded ? succeed({}) : fail('common.notFound');
    }),

    route(endAllSessions, async ({ keepThis }, context) => {
      const { identityId, sessionId } = context.session;
      const kept = keepThis ? { except: sessionId } : {};
      const now = context.clock.now();
      const ended = await db.transaction().execute(async (inside) => {
        const sessionsEnded = await endSessions(inside, identityId, { ...kept, reason: 'allEnded' }, now);
        await insertOwnChange(inside, context, { after: { sessionsEnded } }, now);
        return sessionsEnded;
      });
      return succeed({ ended });
    }),
  ];
}
