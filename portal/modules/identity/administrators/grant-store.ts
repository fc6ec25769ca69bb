import { sql } from 'kysely';
import type { SecondPersonInput } from '#billing/api/identity.ts';
import { type AccountGrant, dependentAccounts, independenceDays } from '#domain/identity/second-person.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { findAdministratorName } from './administrator-store.ts';

/** What lets one administrator act in the name of another. */
export type GrantKind = 'created' | 'link' | 'unblocked' | 'roles' | 'contact' | 'factor';

/** Records grants in the transaction of the change. */
export async function insertGrants(
  db: PortalDatabase,
  { toId, byId, kinds }: AccountGrant & { readonly kinds: readonly GrantKind[] },
  at: Instant,
): Promise<void> {
  const rows = kinds.map((kind) => ({ id: newId(), kind }));
  await sql`
    insert into portal.administrator_grant (grant_id, identity_id, granted_by, kind, granted_at)
    select id, ${toId}::uuid, ${byId}::uuid, kind, ${instantToIso(at)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, kind text)`.execute(db);
}

/** Who decides about the proposal of another, with the accounts that are not independent of theirs now (decision 0166). */
export async function findSecondPerson(
  db: PortalDatabase,
  identityId: string,
  now: Instant,
): Promise<SecondPersonInput> {
  const since = instantToIso((now - independenceDays * 86_400_000) as Instant);
  const [{ id, name }, { rows: grants }, { rows: accounts }] = await Promise.all([
    findAdministratorName(db, identityId),
    typedSql({ toId: uuid(), byId: uuid() })`
      select identity_id as "toId", granted_by as "byId" from portal.administrator_grant
       where granted_at > ${since}::timestamptz`.execute(db),
    typedSql({ createdAt: timestamptz<Instant>() })`
      select created_at as "createdAt" from portal.identity where identity_id = ${identityId}::uuid`.execute(
      db,
    ),
  ]);
  const [account] = accounts;
  if (account === undefined) throw new Error(`no identity ${identityId}`);
  return {
    ...{ id, name, accountSince: instantToIso(account.createdAt) },
    dependentIds: dependentAccounts(identityId, grants),
  };
}
