import type * as z from 'zod/mini';
import type { profileSchema } from '#contract/profile.ts';
import { type CallFailure, type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import { failureOfCode, guessCode, tryCode } from '../codes/public.ts';
import { queueMessage } from '../messages/public.ts';
import { verifyOwnPassword } from '../passwords/public.ts';
import { isPhoneGuarded, proveOwnFactor } from '../second-factor/public.ts';
import { lockOwnSession } from '../sessions/public.ts';
import { subjectOf } from './code-subject.ts';
import { getProfileCard, updateContact } from './profile-store.ts';
import { readProfile } from './read-profile.ts';

/** A new phone or e-mail, with the code that was sent to it and the password that stands. */
export interface ContactChange {
  readonly kind: 'phone' | 'email';
  readonly value: string;
  readonly code: string;
  readonly password: string;
  /** Of the second factor, or a recovery code. */
  readonly factorCode?: string | undefined;
}

const takenCodes = { phone: 'identity.phoneTaken', email: 'identity.emailTaken' } as const;

const factorCodeNeeded = failFields([{ path: 'factorCode', code: 'field.required' }]);
const wrongFactorCode = failFields([{ path: 'factorCode', code: 'identity.wrongCode' }]);

function isTaken(error: unknown): boolean {
  const constraint: unknown = error instanceof Error ? Reflect.get(error, 'constraint') : undefined;
  return constraint === 'a_phone_is_one_person' || constraint === 'a_confirmed_email_is_one_person';
}

/**
 * Changes the phone or the e-mail of whoever is signed in: the password says that it is them, the code that the new
 * contact is theirs; a phone to which codes of sign-in go doesn't move without a code of the second factor. The former
 * contact is told. A phone is one person's, and so is an e-mail once it is confirmed. Nothing changes when the session
 * ended meanwhile. Source: product.md section 4.
 */
export async function changeContact(
  services: PortalServices,
  { kind, value, code, password, factorCode }: ContactChange,
  context: RequestContext,
): Promise<CallResult<{ profile: z.infer<typeof profileSchema> }>> {
  const { identityId, type } = context.session;
  const own = await verifyOwnPassword(services, identityId, password, context);
  if (own.kind === 'refused') return own.failure;
  const guess = {
    ...subjectOf('confirm', { userType: type, contact: value }),
    code,
    address: context.address,
  };
  const at = context.clock.now();

  async function change(): Promise<CallFailure | undefined> {
    return services.db.transaction().execute(async (db) => {
      if (!(await lockOwnSession(db, context.session))) return fail('common.sessionEnded');
      const isGuarded = kind === 'phone' && (await isPhoneGuarded(db, identityId));
      if (isGuarded && factorCode === undefined) return factorCodeNeeded;
      const wrong = await guessCode({ ...services, db }, guess, 'check', at);
      if (wrong) return wrong;
      if (isGuarded && factorCode !== undefined) {
        const refused = await proveOwnFactor({ ...services, db }, factorCode, context);
        if (refused) return refused.code === 'identity.wrongCode' ? wrongFactorCode : refused;
      }
      const answer = await tryCode({ ...services, db }, guess, 'use', at);
      if (answer !== 'right') return failureOfCode(answer);
      const former = (await getProfileCard(db, identityId))[kind];
      await updateContact(db, identityId, { kind, value }, at);
      if (former !== '' && former !== value) {
        const channel = kind === 'phone' ? 'sms' : 'mail';
        const message = {
          channel,
          recipient: former,
          kind: 'contactChanged',
          params: { contact: kind },
        } as const;
        await queueMessage({ ...services, db }, message, at);
      }
      return undefined;
    });
  }

  try {
    const refused = await change();
    if (refused) return refused;
  } catch (error) {
    if (isTaken(error)) return fail(takenCodes[kind]);
    throw error;
  }
  return succeed({ profile: await readProfile(services.db, identityId) });
}
