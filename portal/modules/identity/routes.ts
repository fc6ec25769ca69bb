import { signInAdmin, signInEntity, signInPerson as signInPersonCall } from '#contract/auth.ts';
import { changePassword } from '#contract/profile.ts';
import { signUpEntity } from '#contract/registration.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { enterOrChallenge } from '../second-factor/public.ts';
import { signInPerson } from './sign-in-person.ts';

const busySeconds = 5;

/** The ways in by a password (base specification §7, product.md section 4). */
export function identityRoutes(services: PortalServices): Route[] {
  return [
    route(
      signInPersonCall,
      async ({ phone }, context) => {
        const { basicAuth, address, clock } = context;
        const outcome = await signInPerson(services.db, { phone, pair: basicAuth, address }, clock.now());
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
        const who = { identityId: outcome.person.identityId, type: 'person' as const };
        const entrance = await enterOrChallenge(services, who, 'password', context);
        return entrance.kind === 'entered' ? succeed(entrance.fields) : entrance.failure;
      },
      { limit: 'tight' },
    ),

    route(signInEntity, async () => fail('common.serviceDown'), { limit: 'tight' }),
    route(signInAdmin, async () => fail('common.serviceDown'), { limit: 'tight' }),
    route(signUpEntity, async () => fail('common.serviceDown'), { limit: 'tight' }),
    route(changePassword, async () => fail('common.serviceDown')),
  ];
}
