import type * as z from 'zod/mini';
import type { profileSchema } from '#contract/identity/profile.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type ProfileFacts, profileFactsOf } from './profile-store.ts';

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
  const { rows } = await profileFactsOf(identityId).execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error(`no identity ${identityId}`);
  return profileFrom(facts);
}
