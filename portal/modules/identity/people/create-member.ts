import { sql } from 'kysely';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import type { Instant } from '#domain/time/instant.ts';
import { timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertMember } from '../sign-in/create-identity.ts';
import { findEntityByAccount } from '../sign-in/identity-store.ts';
import { requireHash } from '../sign-in/lock-logins.ts';
import { digestOfKey } from './invite-people.ts';
import { acceptInvitation, insertInvitation } from './people-store.ts';

/** A person of a company who can sign in. */
interface MemberToCreate {
  /** An account of the company. */
  readonly account: string;
  readonly role: CompanyRole;
  readonly uniqueCode: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  /** EIC codes of points of the account; null: everything of the company. */
  readonly points: readonly string[] | null;
}

/** A person of a company with access, without letters. Idempotent by e-mail: who is there already does not change. */
export async function createMember(db: PortalDatabase, member: MemberToCreate): Promise<void> {
  const company = await findEntityByAccount(db, member.account);
  if (company === undefined) throw new Error(`no company has the account ${member.account}`);
  const { role, points, name, email, phone, uniqueCode } = member;
  const passwordHash = await requireHash(member.password);
  await db.transaction().execute(async (transaction) => {
    const { rows } = await typedSql({ at: timestamptz<Instant>() })`select pg_catalog.now() as at`.execute(
      transaction,
    );
    const at = rows[0]?.at ?? (0 as Instant);
    const tokenDigest = digestOfKey(newId());
    const companyId = company.identityId;
    const accounts = points === null ? null : [member.account];
    const access = { role, accounts, points, name, email, companyId, invitedBy: companyId };
    const expiresAt = (at + 60_000) as Instant;
    if (!(await insertInvitation(transaction, { ...access, personId: newId(), tokenDigest, at, expiresAt })))
      return;
    const identityId = newId();
    await insertMember(transaction, { identityId, phone, email, passwordHash, name, at });
    await acceptInvitation(transaction, { tokenDigest, identityId, name, uniqueCode }, at);
    await sql`update portal.identity set phone_confirmed_at = created_at where identity_id = ${identityId}::uuid`.execute(
      transaction,
    );
  });
}
