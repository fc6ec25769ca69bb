import { randomInt } from 'node:crypto';
import type { InputOf } from '#contract/define-call.ts';
import type {
  joinCompany as joinCompanyCall,
  readInvitation as readInvitationCall,
} from '#contract/identity/company-people.ts';
import { newUniqueCodeAlphabet, newUniqueCodeLength } from '#domain/identifiers/account-codes.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices } from '#portal/http/route.ts';
import { queueMessage } from '../../outbox/public.ts';
import { checkNewPasswordRules, hashingBusy } from '../password/new-password.ts';
import { hashPassword } from '../password/password.ts';
import type { PublicContext } from '../public-context.ts';
import { insertMember } from '../sign-in/create-identity.ts';
import { insertConsents, refuseOtherVersion } from '../sign-up/consent-store.ts';
import { digestOfKey, nameOfCompany } from './invite-people.ts';
import { acceptInvitation, findInvitation } from './people-store.ts';

/** A code that says whose sign-in it is, without look-alikes. */
function newUniqueCode(): string {
  const sign = () => newUniqueCodeAlphabet.charAt(randomInt(newUniqueCodeAlphabet.length));
  return Array.from({ length: newUniqueCodeLength }, sign).join('');
}

/** Who invites whom. A key of nobody, an accepted and a withdrawn invitation are answered alike. */
export async function readInvitation(
  { db }: Pick<PortalServices, 'db'>,
  { key }: InputOf<typeof readInvitationCall>,
  { clock, billing }: PublicContext,
): Promise<CallResult<FieldsOf<typeof readInvitationCall>>> {
  const invitation = await findInvitation(db, digestOfKey(key), clock.now());
  if (invitation === undefined) return fail('identity.invitationEnded');
  const company = await nameOfCompany(db, invitation.companyId, billing);
  const { name, email, role, expiresAt } = invitation;
  return succeed({ company, name, email, role, expiresAt: instantToIso(expiresAt) });
}

/**
 * Accepts an invitation once: an identity with an own password and unique code, whose e-mail the letter has proved. The code is
 * answered and mailed; the person then signs in as every legal entity does.
 */
export async function joinCompany(
  services: PortalServices,
  { key, name, phone, consentVersion }: InputOf<typeof joinCompanyCall>,
  { basicAuth, clock, address, device }: PublicContext,
): Promise<CallResult<FieldsOf<typeof joinCompanyCall>>> {
  const tokenDigest = digestOfKey(key);
  const invitation = await findInvitation(services.db, tokenDigest, clock.now());
  if (invitation === undefined || invitation.account === null) return fail('identity.invitationEnded');
  const { email, account } = invitation;
  if (basicAuth === undefined || basicAuth.login.toLowerCase() !== email.toLowerCase()) {
    return fail('identity.badCredentials');
  }
  const weakness = checkNewPasswordRules(basicAuth.password, { phone, email, names: [name, account] });
  if (weakness) return failFields([weakness]);
  const other = await refuseOtherVersion(services.db, consentVersion, clock.now());
  if (other) return other;
  const passwordHash = await hashPassword(basicAuth.password);
  if (passwordHash === 'busy') return hashingBusy();
  const [identityId, uniqueCode] = [newId(), newUniqueCode()];
  return services.db
    .transaction()
    .execute(async (db) => {
      const at = clock.now();
      await insertMember(db, { identityId, phone, email, passwordHash, name, at });
      // Somebody else accepted it meanwhile, or it was withdrawn: the transaction goes with its identity.
      if (!(await acceptInvitation(db, { tokenDigest, identityId, name, uniqueCode }, at)))
        throw new InvitationEnded();
      await insertConsents(db, { identityId, at, address, device });
      const params = { account, uniqueCode };
      await queueMessage(
        { ...services, db },
        { channel: 'mail', recipient: email, kind: 'uniqueCode', params },
        at,
      );
      return succeed({ account, uniqueCode });
    })
    .catch((error: unknown) => {
      if (error instanceof InvitationEnded) return fail('identity.invitationEnded');
      throw error;
    });
}

class InvitationEnded extends Error {}
