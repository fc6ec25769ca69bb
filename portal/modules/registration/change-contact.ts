import type * as z from 'zod/mini';
import type { profileSchema } from '#contract/profile.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import { type CodeAnswer, failureOfCode, tryCode } from '../codes/public.ts';
import { queueMessage } from '../messages/public.ts';
import { verifyOwnPassword } from '../passwords/public.ts';
import { subjectOf } from './code-subject.ts';
import { getProfileCard, updateContact } from './profile-store.ts';
import { readProfile } from './read-profile.ts';

/** A new phone or e-mail, with the code that was sent to it and the password that stands. */
export interface ContactChange {
  readonly kind: 'phone' | 'email';
  readonly value: string;
  readonly code: string;
  readonly password: string;
}

const takenCodes = { phone: 'identity.phoneTaken', email: 'identity.emailTaken' } as const;

function isTaken(error: unknown): boolean {
  const constraint: unknown = error instanceof Error ? Reflect.get(error, 'constraint') : undefined;
  return constraint === 'a_phone_is_one_person' || constraint === 'a_confirmed_email_is_one_person';
}

/**
 * Changes the phone or the e-mail of whoever is signed in: the password says that it is them, the code that the new
 * contact is theirs. The former contact is told. A phone is one person's, and so is an e-mail once it is confirmed.
 * Source: product.md section 4.
 */
export async function changeContact(
  services: PortalServices,
  { kind, value, code, password }: ContactChange,
  context: RequestContext,
): Promise<CallResult<{ profile: z.infer<typeof profileSchema> }>> {
  const { identityId, type } = context.session;
  const refusal = await verifyOwnPassword(services, identityId, password, context);
  if (refusal) return refusal;
  const guess = { ...subjectOf('confirm', { userType: type, contact: value }), code };
  const at = context.clock.now();

  async function change(): Promise<CodeAnswer> {
    return services.db.transaction().execute(async (db) => {
      const answer = await tryCode({ ...services, db }, guess, 'use', at);
      if (answer !== 'right') return answer;
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
      return answer;
    });
  }

  try {
    const answer = await change();
    if (answer !== 'right') return failureOfCode(answer);
  } catch (error) {
    if (isTaken(error)) return fail(takenCodes[kind]);
    throw error;
  }
  return succeed({ profile: await readProfile(services.db, identityId) });
}
