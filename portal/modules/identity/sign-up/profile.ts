import type * as z from 'zod/mini';
import type { InputOf } from '#contract/define-call.ts';
import type { profileSchema, updateProfile as updateProfileCall } from '#contract/identity/profile.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { updateChosenAccount } from '../../accounts/public.ts';
import { getProfileCard, getProfileFacts, type ProfileFacts, updateNames } from './profile-store.ts';

type Profile = z.infer<typeof profileSchema>;

/** Profile of the signed-in user, in wire format. */
export function profileFrom(facts: ProfileFacts): Profile {
  const { type, phone, email, emailConfirmed, surname, name, middleName, passwordChangedAt } = facts;
  return {
    type,
    phone,
    email,
    emailConfirmed,
    surname,
    name,
    middleName,
    passwordChangedAt: passwordChangedAt === null ? null : instantToIso(passwordChangedAt),
    secondFactor: facts.method,
    phoneGuarded: facts.phoneGuarded,
    consents: facts.consents.map((consent) => ({ ...consent, givenAt: instantToIso(consent.givenAt) })),
    ...(facts.login !== null && { login: facts.login, roles: [...facts.roles] }),
  };
}

/** Reads the profile of the signed-in user. Throws when there is no such identity. */
export async function readProfile(db: PortalDatabase, identityId: string): Promise<Profile> {
  return profileFrom(await getProfileFacts(db, identityId));
}

/**
 * Keeps the names and the chosen account of the signed-in user. A phone or e-mail of another value is refused, and
 * nothing is kept: those change by a code only. Source: base specification section 7, product.md section 4.
 */
export async function updateProfile(
  { db, tokens }: Pick<PortalServices, 'db' | 'tokens'>,
  input: InputOf<typeof updateProfileCall>,
  { session }: RequestContext,
): Promise<CallResult<FieldsOf<typeof updateProfileCall>>> {
  const { sessionId, identityId, type } = session;
  if (input.userType !== type) return failFields([{ path: 'userType', code: 'field.invalid' }]);
  const kept = await getProfileCard(db, identityId);
  const { phone = kept.phone, email = kept.email.toLowerCase(), account = kept.account } = input;
  if (phone !== kept.phone || email !== kept.email.toLowerCase()) return fail('identity.confirmationNeeded');
  await updateNames(db, identityId, {
    surname: input.surname,
    name: input.name,
    middleName: input.middle_n,
  });
  if (account !== kept.account) await updateChosenAccount(db, identityId, account);
  const expiresAt = session.expiresAt as Instant;
  return succeed({
    user: {
      token: tokens.sign({ sessionId, type, expiresAt }),
      type,
      expires: instantToIso(expiresAt),
      phone,
      email: kept.email,
      account,
      // The base specification's other word for the account, product.md section 2.
      partner: account,
    },
  });
}
