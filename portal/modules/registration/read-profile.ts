import type * as z from 'zod/mini';
import type { profileSchema } from '#contract/profile.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { isPhoneGuarded, secondFactorOf } from '../second-factor/public.ts';
import { listConsents } from './consent-store.ts';
import { getProfileCard } from './profile-store.ts';

/** What is kept of whoever is signed in, in wire words. */
export async function readProfile(
  db: PortalDatabase,
  identityId: string,
): Promise<z.infer<typeof profileSchema>> {
  const [card, secondFactor, phoneGuarded, consents] = await Promise.all([
    getProfileCard(db, identityId),
    secondFactorOf(db, identityId),
    isPhoneGuarded(db, identityId),
    listConsents(db, identityId),
  ]);
  const { type, phone, email, emailConfirmed, surname, name, middleName, passwordChangedAt } = card;
  return {
    type,
    phone,
    email,
    emailConfirmed,
    surname,
    name,
    middleName,
    passwordChangedAt: passwordChangedAt === null ? null : instantToIso(passwordChangedAt),
    secondFactor,
    phoneGuarded,
    consents,
    ...(card.login !== null && { login: card.login, roles: [...card.roles] }),
  };
}
