import { type RawBuilder, sql } from 'kysely';
import type { CompanyPersonData } from '#contract/identity/company-people.ts';
import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { challengesEnding } from '../second-factor/challenge-store.ts';
import { sessionsEnding } from '../session/session-store.ts';

/** Role and objects as they are kept: null accounts are all, null points are all of the accounts. */
export interface KeptAccess {
  readonly role: CompanyRole;
  readonly accounts: readonly string[] | null;
  readonly points: readonly string[] | null;
}

const personColumns = {
  personId: uuid(),
  name: text(),
  email: text(),
  role: text<CompanyRole>(),
  accounts: nullable(textArray()),
  points: nullable(textArray()),
  state: text<CompanyPersonData['state']>(),
  isContract: bool(),
  isYou: bool(),
  uniqueCode: nullable(text()),
  lastUsedAt: nullable(timestamptz<Instant>()),
  invitedAt: nullable(timestamptz<Instant>()),
  expiresAt: nullable(timestamptz<Instant>()),
  endedAt: nullable(timestamptz<Instant>()),
};
export type PersonRow = RowOf<typeof personColumns>;

const lastUse = (identityId: RawBuilder<unknown>) => sql`
  (select max(coalesce(used.last_used_at, used.started_at)) from portal.session used where used.identity_id = ${identityId})`;

/** The people of a company: the contract's sign-in first, then by name, the ended ones last. */
export async function listCompanyPeople(
  db: PortalDatabase,
  companyId: string,
  youId: string,
  now: Instant,
): Promise<readonly PersonRow[]> {
  const { rows } = await typedSql(personColumns)`
    select identity_id as "personId", btrim(concat_ws(' ', surname, name, middle_name)) as name, coalesce(email, '') as email,
           'owner' as role, null::text[] as accounts, null::text[] as points, 'active' as state, true as "isContract",
           identity_id = ${youId}::uuid as "isYou", null as "uniqueCode", ${lastUse(sql`company.identity_id`)} as "lastUsedAt",
           null::timestamptz as "invitedAt", null::timestamptz as "expiresAt", null::timestamptz as "endedAt"
      from portal.identity company where identity_id = ${companyId}::uuid
    union all
    select member_id, full_name, email, role, accounts, points,
           case when ended_at is not null then 'ended' when accepted_at is not null then 'active'
                when expires_at <= ${instantToIso(now)}::timestamptz then 'expired' else 'invited' end,
           false, coalesce(identity_id = ${youId}::uuid, false), unique_code, ${lastUse(sql`member.identity_id`)},
           invited_at, case when accepted_at is null then expires_at end, ended_at
      from portal.company_member member where company_id = ${companyId}::uuid
     order by "isContract" desc, "endedAt" nulls first, name, "personId"
  `.execute(db);
  return rows;
}

/** An invitation to keep. */
export interface NewInvitation extends KeptAccess {
  readonly personId: string;
  readonly companyId: string;
  readonly name: string;
  readonly email: string;
  readonly tokenDigest: Buffer;
  readonly invitedBy: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
}

/**
 * Holds the company's people until the end of the transaction and counts them: those with access or an invitation, and the letters
 * of the last day.
 */
export async function lockCompany(
  db: PortalDatabase,
  companyId: string,
  now: Instant,
): Promise<{ readonly people: number; readonly letters: number }> {
  await sql`select from portal.identity where identity_id = ${companyId}::uuid for no key update`.execute(db);
  const { rows } = await typedSql({ people: int4(), letters: int4() })`
    select (count(*) filter (where ended_at is null))::integer as people,
           (count(*) filter (where sent_at > ${instantToIso(now)}::timestamptz - interval '1 day'))::integer as letters
      from portal.company_member where company_id = ${companyId}::uuid
  `.execute(db);
  return rows[0] ?? { people: 0, letters: 0 };
}

/** Keeps an invitation. False: somebody with this e-mail has access or an invitation. */
export async function insertInvitation(db: PortalDatabase, invitation: NewInvitation): Promise<boolean> {
  const at = instantToIso(invitation.at);
  const { numAffectedRows } = await sql`
    insert into portal.company_member (member_id, company_id, role, accounts, points, full_name, email, token_digest,
      invited_by, invited_at, sent_at, expires_at)
    values (${invitation.personId}::uuid, ${invitation.companyId}::uuid, ${invitation.role},
      ${invitation.accounts && [...invitation.accounts]}::text[], ${invitation.points && [...invitation.points]}::text[],
      ${invitation.name}, ${invitation.email}, ${invitation.tokenDigest}::bytea, ${invitation.invitedBy}::uuid,
      ${at}::timestamptz, ${at}::timestamptz, ${instantToIso(invitation.expiresAt)}::timestamptz)
    on conflict (company_id, lower(email)) where ended_at is null do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

/** What is known of a person of a company. */
const memberColumns = {
  personId: uuid(),
  identityId: nullable(uuid()),
  name: text(),
  email: text(),
  role: text<CompanyRole>(),
  sentAt: timestamptz<Instant>(),
  acceptedAt: nullable(timestamptz<Instant>()),
};

/** A person of the company who is not ended, held until the end of the transaction; undefined: there is none. */
export async function lockMember(
  db: PortalDatabase,
  companyId: string,
  personId: string,
): Promise<RowOf<typeof memberColumns> | undefined> {
  const { rows } = await typedSql(memberColumns)`
    select member_id as "personId", identity_id as "identityId", full_name as name, email, role, sent_at as "sentAt",
           accepted_at as "acceptedAt"
      from portal.company_member
     where company_id = ${companyId}::uuid and member_id = ${personId}::uuid and ended_at is null
       for update
  `.execute(db);
  return rows[0];
}

/** Gives an invitation another link. */
export async function renewInvitation(
  db: PortalDatabase,
  personId: string,
  { tokenDigest, at, expiresAt }: Pick<NewInvitation, 'tokenDigest' | 'at' | 'expiresAt'>,
): Promise<void> {
  await sql`
    update portal.company_member
       set token_digest = ${tokenDigest}::bytea, sent_at = ${instantToIso(at)}::timestamptz,
           expires_at = ${instantToIso(expiresAt)}::timestamptz
     where member_id = ${personId}::uuid and accepted_at is null
  `.execute(db);
}

/** Gives a person another role or other objects. */
export async function updateAccess(
  db: PortalDatabase,
  personId: string,
  { role, accounts, points }: KeptAccess,
): Promise<void> {
  await sql`
    update portal.company_member
       set role = ${role}, accounts = ${accounts && [...accounts]}::text[], points = ${points && [...points]}::text[]
     where member_id = ${personId}::uuid
  `.execute(db);
}

/**
 * Ends the access of a person at once: the sign-in is blocked, its sessions and unfinished sign-ins end; the link of an invitation
 * works no more. In the caller's transaction, which holds the person.
 */
export async function endAccess(
  db: PortalDatabase,
  { personId, identityId }: { readonly personId: string; readonly identityId: string | null },
  endedBy: string,
  at: Instant,
): Promise<void> {
  const moment = instantToIso(at);
  await sql`
    update portal.company_member
       set ended_at = ${moment}::timestamptz, ended_by = ${endedBy}::uuid, token_digest = null
     where member_id = ${personId}::uuid
  `.execute(db);
  if (identityId === null) return;
  await sql`
    update portal.identity set blocked_at = ${moment}::timestamptz where identity_id = ${identityId}::uuid
  `.execute(db);
  await sql`
    with ended as (${sessionsEnding(identityId, { reason: 'accessEnded' }, at)}),
    gone as (${challengesEnding(identityId, at)})
    select (select count(*) from ended) as ended
  `.execute(db);
}

const invitationColumns = {
  personId: uuid(),
  companyId: uuid(),
  name: text(),
  email: text(),
  role: text<CompanyRole>(),
  expiresAt: timestamptz<Instant>(),
  /** An account of the person to sign in with; null: the company has none any more. */
  account: nullable(text()),
};
export type Invitation = RowOf<typeof invitationColumns>;

/** The invitation whose link has this key; undefined: it was accepted, withdrawn or sent again, or its time is over. */
export async function findInvitation(
  db: PortalDatabase,
  tokenDigest: Buffer,
  now: Instant,
): Promise<Invitation | undefined> {
  const { rows } = await typedSql(invitationColumns)`
    select member_id as "personId", company_id as "companyId", full_name as name, member.email, role,
           expires_at as "expiresAt", (
             select min(owned.account_number) from portal.identity_account owned
              where owned.identity_id = member.company_id
                and (member.accounts is null or owned.account_number = any(member.accounts))) as account
      from portal.company_member member
      join portal.identity company on company.identity_id = member.company_id and company.blocked_at is null
     where token_digest = ${tokenDigest}::bytea and accepted_at is null and ended_at is null
       and expires_at > ${instantToIso(now)}::timestamptz
  `.execute(db);
  return rows[0];
}

/** Accepts an invitation for an identity that was just made. False: it was accepted, withdrawn or sent again meanwhile. */
export async function acceptInvitation(
  db: PortalDatabase,
  invitation: {
    readonly tokenDigest: Buffer;
    readonly identityId: string;
    readonly name: string;
    readonly uniqueCode: string;
  },
  at: Instant,
): Promise<boolean> {
  const moment = instantToIso(at);
  const { numAffectedRows } = await sql`
    update portal.company_member
       set identity_id = ${invitation.identityId}::uuid, full_name = ${invitation.name},
           unique_code = ${invitation.uniqueCode}, accepted_at = ${moment}::timestamptz, token_digest = null
     where token_digest = ${invitation.tokenDigest}::bytea and accepted_at is null and ended_at is null
       and expires_at > ${moment}::timestamptz
       and exists (select from portal.identity company
                    where company.identity_id = company_member.company_id and company.blocked_at is null for share)
  `.execute(db);
  return numAffectedRows === 1n;
}
