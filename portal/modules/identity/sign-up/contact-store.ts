import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import {
  bool,
  type Columns,
  nullable,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { CodePurpose, CodeSubject } from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type SignInContext, signInColumns, signInContextOf } from '../second-factor/challenge-store.ts';
import type { SecondFactorMethod } from '../second-factor/factor-store.ts';
import { isEmail } from './read-contact.ts';

/**
 * Whom a code of an action belongs to. A code of recovery belongs to the account of an entity too, because one phone may
 * stand for several entities; a code that proves a contact belongs to the contact alone.
 */
export function subjectOf<P extends CodePurpose>(
  purpose: P,
  owner: {
    readonly userType: CodeSubject['userType'];
    readonly contact: string;
    readonly account?: string | undefined;
  },
): CodeSubject & { readonly purpose: P } {
  const { userType, contact, account } = owner;
  const bound = purpose === 'recover' && userType === 'entity' && account !== undefined;
  return { purpose, userType, contact, ...(bound && { account }) };
}

/** Whom a contact leads to. */
interface ContactOwner {
  readonly userType: 'person' | 'entity';
  /** A phone, or an e-mail in small letters. */
  readonly contact: string;
  /** The account of an entity: a phone may be that of several. */
  readonly account?: string | undefined;
}

export interface ReachedIdentity {
  readonly identityId: string;
  /** The e-mail when its owner has confirmed it; else ''. */
  readonly confirmedEmail: string;
  /** '' when there is none. */
  readonly phone: string;
  /** null: never since the cabinet was made. */
  readonly passwordChangedAt: Instant | null;
  readonly secondFactor: SecondFactorMethod | 'none';
  /** By the staff: told to whoever has the right code, and to nobody else. */
  readonly isBlocked: boolean;
}

const reachedColumns: Columns<ReachedIdentity> = {
  identityId: uuid(),
  confirmedEmail: text(),
  phone: text(),
  passwordChangedAt: nullable(timestamptz()),
  secondFactor: text(),
  isBlocked: bool(),
};

const columns = sql`
  identity.identity_id as "identityId",
  case when identity.email_confirmed_at is null then '' else coalesce(identity.email, '') end as "confirmedEmail",
  coalesce(identity.phone, '') as phone, identity.password_changed_at as "passwordChangedAt",
  coalesce((select factor.method from portal.second_factor factor
             where factor.identity_id = identity.identity_id and factor.enabled_at is not null), 'none') as "secondFactor",
  identity.blocked_at is not null as "isBlocked"
`;

/** The key of a contact, as the partial indexes are written. */
function keyOf(contact: string): RawBuilder<boolean> {
  return isEmail(contact)
    ? sql`lower(identity.email) = ${contact} and identity.email_confirmed_at is not null`
    : sql`identity.phone = ${contact}`;
}

/** Of a person of a company a phone counts when its owner has confirmed it: it was typed, not taken from a contract. */
function isProvenBy(contact: string): RawBuilder<boolean> {
  return isEmail(contact) ? sql`true` : sql`identity.phone_confirmed_at is not null`;
}

function personBy(contact: string) {
  return typedSql(reachedColumns)`
    select ${columns} from portal.identity
     where identity.identity_type = 'person' and ${keyOf(contact)}
  `;
}

function entityBy(account: string, contact: string) {
  return typedSql(reachedColumns)`
    select ${columns} from portal.cabinet_account owned
      join portal.identity on identity.identity_id = owned.identity_id
      left join portal.company_member member on member.identity_id = identity.identity_id
     where owned.account_number = ${account} and owned.owner_type = 'entity' and ${keyOf(contact)}
       and (member.identity_id is null or ${isProvenBy(contact)})
     order by identity.blocked_at is not null, member.identity_id nulls first limit 1
  `;
}

/**
 * The identity that a contact leads to: a person by the phone, an entity by the account and the phone, either by an e-mail
 * that was confirmed; the owner of a company before its people, whoever is blocked last.
 */
export async function findByContact(
  db: PortalDatabase,
  { userType, contact, account = '' }: ContactOwner,
): Promise<ReachedIdentity | undefined> {
  const query = userType === 'person' ? personBy(contact) : entityBy(account, contact);
  const { rows } = await query.execute(db);
  return rows[0];
}

/** A user who signs in by a contact. */
interface SignInPerson extends SignInContext {
  readonly identityId: string;
  /** null: never since the cabinet was made. */
  readonly passwordChangedAt: Instant | null;
  readonly isBlocked: boolean;
}

/** The person that a contact leads to, with all that the sign-in needs. */
export async function findPersonToSignIn(
  db: PortalDatabase,
  contact: string,
): Promise<SignInPerson | undefined> {
  const { rows } = await typedSql<SignInPerson>({
    ...signInColumns,
    identityId: uuid(),
    passwordChangedAt: nullable(timestamptz()),
    isBlocked: bool(),
  })`
    select reached."identityId", reached."passwordChangedAt", reached."isBlocked", signInContext.*
      from (${personBy(contact)}) as reached cross join lateral (${signInContextOf(sql`reached."identityId"`)}) as signInContext
  `.execute(db);
  return rows[0];
}
