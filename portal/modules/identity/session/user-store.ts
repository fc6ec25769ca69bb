import { type RawBuilder, sql } from 'kysely';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { CompanyPerson } from '#contract/identity/company-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type OwnedObject, ownedObjectsOf } from '../../accounts/public.ts';

/** How a session was opened: by a password or by a code from an SMS or an e-mail. */
export type SignInWay = 'password' | 'code';

/** What a user was recognised by; it must stand still when the sign-in is made. */
export type SignInProof =
  /** The hash that the password was verified against. */
  | { readonly way: 'password'; readonly passwordHash: string }
  /** When the password had been changed as the code was taken. */
  | { readonly way: 'code'; readonly passwordChangedAt: Instant | null };

/**
 * Whether an identity may still sign in by what was proved: it is not blocked, and the password is the same since. Stands
 * in a statement that locks the row of `portal.identity` for share, so that neither may change until its transaction ends.
 */
export function recentSignIn(proof: SignInProof): RawBuilder<boolean> {
  if (proof.way === 'password') {
    return sql`identity.blocked_at is null and identity.password_hash = ${proof.passwordHash}::text`;
  }
  const changedAt = proof.passwordChangedAt === null ? null : instantToIso(proof.passwordChangedAt);
  return sql`identity.blocked_at is null
    and identity.password_changed_at is not distinct from ${changedAt}::timestamptz`;
}

interface AdministratorCard {
  readonly login: string;
  readonly fullName: string;
  readonly roles: readonly AdminRole[];
}

/** What the answer of every sign-in is made of. */
export interface UserCard {
  readonly phone: string;
  readonly email: string;
  /** The account chosen last, if it is still the user's own; else ''. */
  readonly account: string;
  readonly objects: readonly OwnedObject[];
  /** Role and objects of a legal entity's sign-in; null: it is none. */
  readonly company: CompanyPerson | null;
  /** What an administrator's browser keeps beside; null: it is none. */
  readonly administrator: AdministratorCard | null;
}

/** SQL of the logins of an identity as attempts count them: phone of a person, accounts of an entity, login of an administrator. */
export function loginsOf(identityId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('kind', own.kind, 'login', own.login)), '[]')
      from (
        select 'person' as kind, phone as login from portal.identity
         where identity_id = ${identityId}::uuid and identity_type = 'person' and phone is not null
        union all
        select 'entity', account_number from portal.cabinet_account
         where identity_id = ${identityId}::uuid and owner_type = 'entity'
        union all
        select 'admin', login from portal.administrator where identity_id = ${identityId}::uuid
      ) as own
  `;
}

/** SQL of what the answer of a sign-in is made of, as one value of JSON; null: there is no such identity. */
export function userCardOf(identityId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select jsonb_build_object(
             'phone', coalesce(identity.phone, ''), 'email', coalesce(identity.email, ''),
             'account', coalesce(chosen.account_number, ''), 'objects', (${ownedObjectsOf(identityId)}),
             'company', (
               select jsonb_build_object('role', coalesce(member.role, 'owner'), 'objects', case
                        when member.points is not null then 'points' when member.accounts is not null then 'accounts'
                        else 'all' end)
                 from (select) one left join portal.company_member member on member.identity_id = identity.identity_id
                where identity.identity_type = 'entity'),
             'administrator', (
               select jsonb_build_object('login', administrator.login, 'fullName', administrator.full_name,
                 'roles', array(select kept.role from portal.administrator_role kept
                                 where kept.identity_id = administrator.identity_id order by kept.role))
                 from portal.administrator where administrator.identity_id = identity.identity_id))
      from portal.identity
      left join (portal.chosen_account chosen join portal.cabinet_account owned using (identity_id, account_number))
        on chosen.identity_id = identity.identity_id
     where identity.identity_id = ${identityId}::uuid
  `;
}
