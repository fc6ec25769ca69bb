import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { UserType } from '../sessions/public.ts';

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
  /** The sealed secret of a TOTP factor that is on. */
  readonly secretSealed: Buffer | null;
}

/** What the second step of an identity depends on. Throws when there is no such identity. */
export async function getFactorFacts(db: PortalDatabase, identityId: string): Promise<FactorFacts> {
  const { rows } = await sql<FactorFacts>`
    select identity.identity_type as type, coalesce(identity.phone, '') as phone,
           coalesce(administrator.login, identity.phone, identity.email, '') as label,
           coalesce(administrator.dual_auth, false) as "dualAuth",
           coalesce(factor.method, 'none') as method, factor.secret_sealed as "secretSealed"
      from portal.identity
      left join portal.administrator on administrator.identity_id = identity.identity_id
      left join portal.second_factor factor
        on factor.identity_id = identity.identity_id and factor.enabled_at is not null
     where identity.identity_id = ${identityId}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${identityId}`);
  return row;
}

/** The second factor that an identity has switched on. */
export async function secondFactorOf(
  db: PortalDatabase,
  identityId: string,
): Promise<SecondFactorMethod | 'none'> {
  return (await getFactorFacts(db, identityId)).method;
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

/** A factor that is being set up. */
export async function findBegunFactor(
  db: PortalDatabase,
  identityId: string,
  method: SecondFactorMethod,
): Promise<BegunFactor | undefined> {
  const { rows } = await sql<BegunFactor>`
    select secret_sealed as "secretSealed", begun_at as "begunAt"
      from portal.second_factor
     where identity_id = ${identityId}::uuid and method = ${method} and enabled_at is null
  `.execute(db);
  return rows[0];
}

/** Takes the time step of a TOTP code: true once, and never again for it or one before it. */
export async function takeTotpStep(db: PortalDatabase, identityId: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update portal.second_factor set last_step = ${step}::bigint
     where identity_id = ${identityId}::uuid and method = 'totp' and coalesce(last_step, -1) < ${step}::bigint
  `.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Switches on the factor whose setting up was judged; from now on it asks at every sign-in. What else was being set up is
 * dropped. False: it was begun anew since, or another is on.
 */
export async function enableFactor(
  db: PortalDatabase,
  {
    identityId,
    method,
    begun,
  }: {
    readonly identityId: string;
    readonly method: SecondFactorMethod;
    readonly begun: BegunFactor;
  },
  now: Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update portal.second_factor set enabled_at = ${instantToIso(now)}::timestamptz
     where identity_id = ${identityId}::uuid and method = ${method} and enabled_at is null
       and begun_at = ${instantToIso(begun.begunAt)}::timestamptz
       and secret_sealed is not distinct from ${begun.secretSealed}::bytea
  `.execute(db);
  if (numAffectedRows !== 1n) return false;
  await sql`
    delete from portal.second_factor where identity_id = ${identityId}::uuid and enabled_at is null
  `.execute(db);
  return true;
}

/** Takes every second factor of an identity away. */
export async function deleteFactors(db: PortalDatabase, identityId: string): Promise<void> {
  await db.deleteFrom('portal.second_factor').where('identity_id', '=', identityId).execute();
}
