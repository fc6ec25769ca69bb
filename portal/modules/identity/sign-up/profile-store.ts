import { type RawBuilder, sql } from 'kysely';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  type Columns,
  json,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type FactorFacts, factorColumns, factorFactsOf } from '../second-factor/factor-store.ts';
import { consentsOf, type GivenConsent } from './consent-store.ts';

export interface ProfileCard {
  readonly type: 'person' | 'entity' | 'admin';
  readonly phone: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly surname: string;
  readonly name: string;
  readonly middleName: string;
  readonly passwordChangedAt: Instant | null;
  /** The account chosen last, if it is still their own; else ''. */
  readonly account: string;
  /** Of an administrator; else null. */
  readonly login: string | null;
  readonly roles: readonly AdminRole[];
}

/** What is kept of an identity, with its second factor and what it agreed to. */
export interface ProfileFacts extends ProfileCard, FactorFacts {
  readonly type: ProfileCard['type'];
  readonly consents: readonly GivenConsent[];
}

const cardColumns: Columns<ProfileCard> = {
  type: text(),
  phone: text(),
  email: text(),
  emailConfirmed: bool(),
  surname: text(),
  name: text(),
  middleName: text(),
  passwordChangedAt: nullable(timestamptz()),
  account: text(),
  login: nullable(text()),
  roles: textArray(),
};

/** SQL of what is kept of an identity. */
function profileCardOf(identityId: string) {
  return typedSql(cardColumns)`
    select identity.identity_type as type, coalesce(identity.phone, '') as phone, coalesce(identity.email, '') as email,
           identity.email_confirmed_at is not null as "emailConfirmed",
           identity.surname, identity.name, identity.middle_name as "middleName",
           identity.password_changed_at as "passwordChangedAt",
           coalesce(chosen.account_number, '') as account,
           administrator.login,
           array(select kept.role from portal.administrator_role kept
                  where kept.identity_id = identity.identity_id order by kept.role) as roles
      from portal.identity
      left join portal.administrator on administrator.identity_id = identity.identity_id
      left join (portal.chosen_account chosen join portal.cabinet_account owned using (identity_id, account_number))
        on chosen.identity_id = identity.identity_id
     where identity.identity_id = ${identityId}::uuid
  `;
}

/** SQL of all that a profile shows, in one row. */
function profileFactsOf(identityId: string) {
  return typedSql<ProfileFacts>({ ...factorColumns, ...cardColumns, consents: json() })`
    select card.*, factor.label, factor."dualAuth", factor.method, factor."askedMethod", factor."phoneGuarded",
           factor."secretSealed", (${consentsOf(identityId)}) as consents
      from (${profileCardOf(identityId)}) as card, (${factorFactsOf(identityId)}) as factor
  `;
}

/** All that a profile shows. Throws when there is no such identity. */
export async function getProfileFacts(db: PortalDatabase, identityId: string): Promise<ProfileFacts> {
  const { rows } = await profileFactsOf(identityId).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

/** What is kept of an identity. Throws when there is none. */
export async function getProfileCard(db: PortalDatabase, identityId: string): Promise<ProfileCard> {
  const { rows } = await profileCardOf(identityId).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

/** Names to keep; those that are absent stay. */
export interface NamesChange {
  readonly surname?: string | undefined;
  readonly name?: string | undefined;
  readonly middleName?: string | undefined;
}

/** Keeps the names that are given. */
export async function updateNames(
  db: PortalDatabase,
  identityId: string,
  { surname, name, middleName }: NamesChange,
): Promise<void> {
  await sql`
    update portal.identity
       set surname = coalesce(${surname ?? null}::text, surname),
           name = coalesce(${name ?? null}::text, name),
           middle_name = coalesce(${middleName ?? null}::text, middle_name)
     where identity_id = ${identityId}::uuid
  `.execute(db);
}

/** SQL that keeps a phone or an e-mail that its owner has just confirmed; a row when it did. */
export function contactUpdate(
  identityId: string,
  { kind, value }: { readonly kind: 'phone' | 'email'; readonly value: string },
  at: Instant,
): RawBuilder<unknown> {
  const moment = instantToIso(at);
  const change =
    kind === 'phone'
      ? sql`phone = ${value}, phone_confirmed_at = ${moment}::timestamptz`
      : sql`email = ${value}, email_confirmed_at = ${moment}::timestamptz`;
  return sql`update portal.identity set ${change} where identity_id = ${identityId}::uuid returning 1`;
}
