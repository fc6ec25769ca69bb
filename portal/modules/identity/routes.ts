import { checkSession, signInPerson as signInPersonCall, signOut } from '#contract/auth.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { findChosenAccount, loadObjects } from '../objects/public.ts';
import { endSession, extendSession, insertSession } from './session-store.ts';
import { needsRenewal, sessionEnd } from './session-time.ts';
import { signInPerson } from './sign-in-person.ts';

const busySeconds = 5;

/** Sign-in, check and end of sessions (base specification §7, product.md section 4). */
export function identityRoutes({ db, tokens }: PortalServices): Route[] {
  return [
    route(
      signInPersonCall,
      async ({ phone }, { basicAuth, address, device, clock, billing }) => {
        const startedAt = clock.now();
        const outcome = await signInPerson(db, { phone, pair: basicAuth, address }, startedAt);
        if (outcome.kind === 'refused') return fail('identity.badCredentials');
        if (outcome.kind === 'busy') {
          return { ...fail('common.serviceDown'), retryAfterSeconds: busySeconds };
        }
        if (outcome.kind === 'exhausted') {
          const { minutes } = outcome;
          return {
            ...fail('identity.attemptsExhausted', { minutes }),
            retryAfterSeconds: minutes * 60,
          };
        }
        const { identityId, email } = outcome.person;
        const accounts = await loadObjects(db, billing, identityId);
        const account = (await findChosenAccount(db, identityId)) ?? '';
        const sessionId = newId();
        const expiresAt = sessionEnd(startedAt);
        await insertSession(db, { sessionId, identityId, startedAt, expiresAt, device, address });
        return succeed({
          user: {
            token: tokens.sign({ sessionId, type: 'person', expiresAt }),
            type: 'person' as const,
            expires: instantToIso(expiresAt),
            phone,
            email,
            account,
            // The base specification's other word for the account, product.md section 2.
            partner: account,
          },
          accounts: [...accounts],
        });
      },
      { limit: 'tight' },
    ),

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
      await endSession(db, session.sessionId, clock.now());
      return succeed({});
    }),
  ];
}
