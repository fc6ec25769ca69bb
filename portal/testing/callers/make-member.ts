import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { sessionEnd } from '#portal/modules/identity/session/session-list.ts';
import { insertSession } from '#portal/modules/identity/session/session-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type TestApp, testKeys } from '../start-test-app.ts';

/** What a person of a company may, for tests. */
export interface MemberFixture {
  readonly companyId: string;
  readonly role: CompanyRole;
  /** Absent: all accounts. */
  readonly accounts?: readonly string[];
  /** EIC codes; absent: all points. */
  readonly points?: readonly string[];
  readonly name?: string;
  readonly passwordHash?: string;
  readonly uniqueCode?: string;
}

/** Creates a person of a company with access, without the calls of an invitation. */
export async function makeMember(db: PortalDatabase, clock: Clock, member: MemberFixture) {
  const [personId, identityId] = [newId(), newId()];
  const at = instantToIso(clock.now());
  const { name = 'Олена Коваль', uniqueCode = identityId.slice(-12).toUpperCase() } = member;
  const email = `${personId}@example.test`;
  await db
    .insertInto('portal.identity')
    .values({
      identity_id: identityId,
      identity_type: 'entity',
      name,
      email,
      email_confirmed_at: at,
      password_hash: member.passwordHash ?? '',
      created_at: at,
    })
    .execute();
  await db
    .insertInto('portal.company_member')
    .values({
      member_id: personId,
      company_id: member.companyId,
      identity_id: identityId,
      role: member.role,
      accounts: member.accounts ? [...member.accounts] : null,
      points: member.points ? [...member.points] : null,
      full_name: name,
      email,
      unique_code: uniqueCode,
      invited_by: member.companyId,
      invited_at: at,
      sent_at: at,
      expires_at: at,
      accepted_at: at,
    })
    .execute();
  return { personId, identityId, uniqueCode, email };
}

/** Creates a person of the company that has an account, and a session of it; returns the token. */
export async function signInMember(
  { portalDb, clock }: TestApp,
  account: string,
  member: Omit<MemberFixture, 'companyId'>,
): Promise<string> {
  const { identity_id: companyId } = await portalDb
    .selectFrom('portal.identity_account')
    .select('identity_id')
    .where('account_number', '=', account)
    .executeTakeFirstOrThrow();
  const { identityId } = await makeMember(portalDb, clock, { ...member, companyId });
  const sessionId = await openTestSession(portalDb, clock, identityId);
  return createTokens(testKeys.sessions).sign({
    sessionId,
    type: 'entity',
    expiresAt: sessionEnd(clock.now()),
  });
}

/** Opens a session of an identity without the sign-in call; returns its id. */
export async function openTestSession(db: PortalDatabase, clock: Clock, identityId: string): Promise<string> {
  const sessionId = newId();
  const startedAt = clock.now();
  const origin = { device: 'test', address: '', way: 'password', dualAuth: false } as const;
  await insertSession(db, { sessionId, identityId, startedAt, expiresAt: sessionEnd(startedAt), ...origin });
  return sessionId;
}
