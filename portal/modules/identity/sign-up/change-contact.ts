import type * as z from 'zod/mini';
import type { profileSchema } from '#contract/identity/profile.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import {
  attemptSuccess,
  failureOfCode,
  markSucceeded,
  releaseAttempts,
} from '#portal/modules/codes/public.ts';
import { checkOwnPassword } from '../password/own-password.ts';
import { checkOwnFactor } from '../second-factor/own-factor.ts';
import { lockOwnSession } from '../session/session-store.ts';
import { checkContactCode } from './check-contact-code.ts';
import { subjectOf } from './code-subject.ts';
import { keepContact } from './keep-contact.ts';
import type { ProfileFacts } from './profile-store.ts';
import { profileFrom } from './read-profile.ts';

/** A new phone or e-mail, with the code that was sent to it and the current password. */
export interface ContactChange {
  readonly kind: 'phone' | 'email';
  readonly value: string;
  readonly code: string;
  readonly password: string;
  /** Of the second factor, or a recovery code. */
  readonly factorCode?: string | undefined;
}

const takenCodes = { phone: 'identity.phoneTaken', email: 'identity.emailTaken' } as const;

const wrongFactorCode = failFields([{ path: 'factorCode', code: 'identity.wrongCode' }]);

function isTaken(error: unknown): boolean {
  const constraint: unknown = error instanceof Error ? Reflect.get(error, 'constraint') : undefined;
  return constraint === 'a_phone_is_one_person' || constraint === 'a_confirmed_email_is_one_person';
}

/** A profile whose contact is another now; a phone that dualAuth did not have begins to be guarded. */
function changed(facts: ProfileFacts, { kind, value }: ContactChange): ProfileFacts {
  if (kind === 'email') return { ...facts, email: value, emailConfirmed: true };
  return { ...facts, phone: value, phoneGuarded: facts.phoneGuarded || facts.dualAuth };
}

/**
 * Changes the phone or the e-mail of the signed-in user: the password says that it is them, the code that the new
 * contact is theirs; a phone to which codes of sign-in go doesn't move without a code of the second factor. The former
 * contact is notified. A phone is one person's, and so is an e-mail once it is confirmed. Nothing changes when the session
 * ended meanwhile. Source: product.md section 4.
 */
export async function changeContact(
  services: PortalServices,
  change: ContactChange,
  context: RequestContext,
): Promise<CallResult<{ profile: z.infer<typeof profileSchema> }>> {
  const { kind, value, password, factorCode } = change;
  const { identityId, type } = context.session;
  const own = await checkOwnPassword(services, { identityId, password }, context);
  if (own === undefined) throw new Error('an own password was not judged');
  if (own.kind === 'refused') return own.failure;
  const guess = {
    ...subjectOf('confirm', { userType: type, contact: value }),
    code: change.code,
    address: context.address,
  };
  const at = context.clock.now();
  try {
    return await services.db.transaction().execute(async (db) => {
      if (!(await lockOwnSession(db, context.session, attemptSuccess(own.attempt)))) {
        return fail('common.sessionEnded');
      }
      const inside = { ...services, db };
      const hasFactorCode = factorCode !== undefined;
      const checked = await checkContactCode(inside, { kind, guess, hasFactorCode }, context, at);
      if (checked.kind === 'refused') return checked.failure;
      const { facts, codeAttempts, factorAttempt: attempt } = checked;
      if (attempt !== undefined && factorCode !== undefined) {
        const refused = await checkOwnFactor(inside, { facts, attempt }, factorCode, context);
        if (refused) {
          await releaseAttempts(db, codeAttempts);
          return refused.code === 'identity.wrongCode' ? wrongFactorCode : refused;
        }
      }
      const kept = { identityId, kind, value, former: facts[kind], guess, attempts: codeAttempts };
      const answer = await keepContact(inside, kept, at);
      return answer === 'right'
        ? succeed({ profile: profileFrom(changed(facts, change)) })
        : failureOfCode(answer);
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    await markSucceeded(services.db, own.attempt);
    return fail(takenCodes[kind]);
  }
}
