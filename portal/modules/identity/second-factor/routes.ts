import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from '#contract/identity/second-factor.ts';
import { passSecondFactor, resendSecondFactor } from '#contract/identity/sign-in.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { disableFactor } from './own-factor.ts';
import { passChallenge } from './pass-challenge.ts';
import { resendCode, sendOwnCode } from './send-code.ts';
import { beginSetUp, enableSetUp } from './set-up-factor.ts';

/** The second step of a sign-in, and setting it up (product.md section 4). */
export function secondFactorRoutes(services: PortalServices): Route[] {
  return [
    route(passSecondFactor, (input, context) => passChallenge(services, input, context), { limit: 'tight' }),
    route(resendSecondFactor, ({ challenge }, context) => resendCode(services, challenge, context), {
      limit: 'tight',
    }),
    route(beginSecondFactor, (input, context) => beginSetUp(services, input, context)),
    route(enableSecondFactor, (input, context) => enableSetUp(services, input, context)),
    route(sendSecondFactorCode, (_, context) => sendOwnCode(services, context)),
    route(disableSecondFactor, (input, context) => disableFactor(services, input, context)),
  ];
}
