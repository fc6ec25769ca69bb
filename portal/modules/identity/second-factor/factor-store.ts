import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  bytea,
  type Columns,
  nullable,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { UserType } from '../session/open-session.ts';

/** Which second factor asks at sign-in. */
export type SecondFactorMethod = 'totp' | 'sms';

/** What the second step of an identity depends on. */
export interface FactorFacts {
  readonly type: UserType;
  /** '' when there is none. */
  readonly phone: string;
  /** By what the identity signs in: for applications. */
  readonly label: string;
  /** Of an administrator: a second step is always asked. */
  readonly dualAuth: boolean;
  readonly method: SecondFactorMethod | 'none';
  /** How a second step is asked: by the own factor, else by dualAuth with a code to the phone; null: not at all. */
  readonly askedMethod: SecondFactorMethod | null;
  /** Whether the phone is, or may become, the second step of a sign-in: it doesn't move without a code then. */
  readonly phoneGuarded: boolean;
  /** The sealed secret of a TOTP factor that is on. */
  readonly secretSealed: Buffer | null;
}

export const factorColumns: Columns<FactorFacts> = {
  type: text(),
  phone: text(),
  label: text(),
  dualAuth: bool(),
  method: text(),
  askedMethod: nullable(text()),
  phoneGuarded: bool(),
  secretSealed: nullable(bytea()),
};

/** SQL of what the second step of an identity depends on. */
export function factorFactsOf(identityId: string | RawBuilder<unknown>) {
  return typedSql(factorColumns)`
    select read.*, case when method <> 'none' then method when "dualAuth" and phone <> '' then 'sms' end as "askedMethod",
           method = 'sms' or ("dualAuth" and (method <> 'none' or phone <> '')) as "phoneGuarded"
      from (
        select identity.identity_type as type, coalesce(identity.phone, '') as phone,
               coalesce(administrator.login, identity.phone, identity.email, '') as label,
               coalesce(administrator.dual_auth, false) as "dualAuth",
               coalesce(factor.method, 'none') as method, factor.secret_sealed as "secretSealed"
          from portal.identity
          left join portal.administrator on administrator.identity_id = identity.identity_id
          left join portal.second_factor factor
            on factor.identity_id = identity.identity_id and factor.enabled_at is not null
         where identity.identity_id = ${identityId}::uuid
      ) as read
  `;
}

/** What the second step of an identity depends on. Throws when there is no such identity. */
export async function getFactorFacts(db: PortalDatabase, identityId: string): Promise<FactorFacts> {
  const { rows } = await factorFactsOf(identityId).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

export interface BegunFactor {
  readonly secretSealed: Buffer | null;
  readonly begunAt: Instant;
}

/** Begins to set a factor up, in place of a setting up that was left. One that is on stays as it is. */
export async function beginFactor(
  db: PortalDatabase,
  factor: {
    readonly identityId: string;
    readonly method: SecondFactorMethod;
    readonly secretSealed: Buffer | null;
  },
  now: Instant,
): Promise<void> {
  await sql`
    insert into portal.second_factor as kept (identity_id, method, secret_sealed, begun_at)
    values (${factor.identityId}::uuid, ${factor.method}, ${factor.secretSealed}::bytea,
            ${instantToIso(now)}::timestamptz)
    on conflict (identity_id, method) do update
      set secret_sealed = excluded.secret_sealed, begun_at = excluded.begun_at, last_step = null
      where kept.enabled_at is null
  `.execute(db);
}

/** A factor that is being set up, beside what else says whether it may be: in one statement. */
export async function findSetUp(
  db: PortalDatabase,
  identityId: string,
  method: SecondFactorMethod,
): Promise<{ readonly facts: FactorFacts; readonly begun: BegunFactor | undefined }> {
  const { rows } = await typedSql({
    ...factorColumns,
    begunSecret: nullable(bytea()),
    begunAt: nullable(timestamptz<Instant>()),
  })`
    select facts.*, begun.secret_sealed as "begunSecret", begun.begun_at as "begunAt"
      from (${factorFactsOf(identityId)}) as facts
      left join portal.second_factor begun
        on begun.identity_id = ${identityId}::uuid and begun.method = ${method} and begun.enabled_at is null
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error(`no identity ${identityId}`);
  const { begunSecret, begunAt } = facts;
  return { facts, begun: begunAt === null ? undefined : { secretSealed: begunSecret, begunAt } };
}

/**
 * SQL that takes the time step of a TOTP code: a row 'right' once, and never again for it or one before it; none when the
 * secret that showed the code is another by now. A factor that is on is kept as `resealed`; one that is being set up is
 * known by what was sealed, and stays.
 */
export function totpStepTaking(
  factor: { readonly identityId: string; readonly secretSealed: Buffer; readonly resealed: Buffer },
  step: number,
): RawBuilder<unknown> {
  const { identityId, secretSealed, resealed } = factor;
  return sql`
    update portal.second_factor
       set last_step = ${step}::bigint,
           secret_sealed = case when enabled_at is null then secret_sealed else ${resealed}::bytea end
     where identity_id = ${identityId}::uuid and method = 'totp' and secret_sealed = ${secretSealed}::bytea
       and coalesce(last_step, -1) < ${step}::bigint
    returning 'right'::text as verdict
  `;
}

/**
 * Switches on the factor whose setting up was checked; from now on it asks at every sign-in. What else was being set up is
 * dropped, and these digests take the place of the recovery codes there were. False, and nothing is written: it was begun
 * anew since, or another is on.
 */
export async function enableFactor(
  db: PortalDatabase,
  {
    identityId,
    method,
    begun,
    recoveryDigests = [],
  }: {
    readonly identityId: string;
    readonly method: SecondFactorMethod;
    readonly begun: BegunFactor;
    readonly recoveryDigests?: readonly Buffer[];
  },
  now: Instant,
): Promise<boolean> {
  const { rows } = await typedSql({ enabled: bool() })`
    with enabled as (
      update portal.second_factor set enabled_at = ${instantToIso(now)}::timestamptz
       where identity_id = ${identityId}::uuid and method = ${method} and enabled_at is null
         and begun_at = ${instantToIso(begun.begunAt)}::timestamptz
         and secret_sealed is not distinct from ${begun.secretSealed}::bytea
      returning 1
    ), dropped as (
      delete from portal.second_factor
       where identity_id = ${identityId}::uuid and method <> ${method} and enabled_at is null
         and exists (select from enabled)
    ), forgotten as (
      delete from portal.recovery_code where identity_id = ${identityId}::uuid and exists (select from enabled)
    ), added as (
      insert into portal.recovery_code (identity_id, code_digest)
      select ${identityId}::uuid, digest from unnest(${recoveryDigests}::bytea[]) as digest
       where exists (select from enabled)
    )
    select exists (select from enabled) as enabled
  `.execute(db);
  return rows[0]?.enabled === true;
}

/** Takes the second factors of an identity with their recovery codes away; an administrator's dualAuth stays. */
export async function removeFactors(db: PortalDatabase, identityId: string): Promise<void> {
  await sql`
    with gone as (delete from portal.second_factor where identity_id = ${identityId}::uuid)
    delete from portal.recovery_code where identity_id = ${identityId}::uuid
  `.execute(db);
}
