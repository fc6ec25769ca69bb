import type pg from 'pg';
import { connectDatabase } from '#platform/database/database.ts';
import { roleOfUrl } from '#platform/database/servers/database-url.ts';
import { afterAdvisoryLock } from '#platform/database/with-advisory-lock.ts';

/** The role that owns the audit. Nobody signs in as it, and the product is its member only while it migrates. Decision 0169. */
const ownerRole = 'svitlo_audit';

/** Advisory-lock key: one server at a time is a member of the owner. */
const ownerLock = 8_114_213;

const schemas = ['billing', 'portal'] as const;

/** The tables of the audit, with the columns that the product may update. It may read and insert, and nothing else. */
export const auditTables: Readonly<Record<string, readonly string[]>> = {
  'billing.audit_archive': [],
  'billing.audit_entry': [],
  'billing.audit_seal': [],
  'billing.audit_chain': ['mark', 'marked_at', 'fence', 'checked_seal', 'checked_hash'],
  'portal.staff_action': ['outcome', 'subjects', 'finished_at'],
  'portal.staff_change': [],
  'portal.administrator_grant': [],
  'portal.audit_seal': [],
  'portal.audit_chain': ['mark', 'marked_at', 'fence', 'checked_seal', 'checked_hash'],
};

const tableNames = Object.keys(auditTables);

/** Makes the owner when there is none, and lets the product act as it. */
async function join(admin: pg.ClientBase, server: string): Promise<void> {
  const { rows } = await admin.query(
    `select rolsuper as "isSuper", current_user = $2 as "isServer",
            exists (select from pg_roles where rolname = $1) as "isThere"
       from pg_roles where rolname = current_user`,
    [ownerRole, server],
  );
  const { isSuper, isServer, isThere } = rows[0] ?? {};
  if (isServer) throw new Error('DATABASE_ADMIN_URL must have another role than DATABASE_URL');
  if (!isThere) await admin.query(`create role ${ownerRole} nologin`);
  if (!isSuper) await admin.query(`grant ${ownerRole} to current_user`);
  await admin.query(`grant ${ownerRole} to ${admin.escapeIdentifier(server)}`);
}

/** Gives the audit to its owner, and leaves the product what it needs. A table that has its owner is not locked. */
async function leave(admin: pg.ClientBase, server: string): Promise<void> {
  const role = admin.escapeIdentifier(server);
  await admin.query('begin');
  const { rows: database } = await admin.query('select current_database() as name');
  await admin.query(`grant create on database ${admin.escapeIdentifier(database[0].name)} to ${ownerRole}`);
  const { rows: owned } = await admin.query(
    `select 'schema ' || nspname as object, 1 as turn from pg_namespace
      where nspname = any ($1) and nspowner <> $3::regrole
     union all
     select 'table ' || oid::regclass, 2 from pg_class where oid = any ($2::regclass[]) and relowner <> $3::regrole
     order by 2, 1`,
    [schemas, tableNames, ownerRole],
  );
  for (const { object } of owned) await admin.query(`alter ${object} owner to ${ownerRole}`);
  await admin.query(`grant usage, create on schema ${schemas.join(', ')} to ${role}`);
  await admin.query(`grant select, insert on ${tableNames.join(', ')} to ${role}`);
  for (const [table, columns] of Object.entries(auditTables))
    if (columns.length > 0) await admin.query(`grant update (${columns.join(', ')}) on ${table} to ${role}`);
  // The newest number is read of the sequence.
  const { rows: sequences } = await admin.query(
    `select objid::regclass::text as name from pg_depend
      where classid = 'pg_class'::regclass and deptype = 'i' and refobjid = any ($1::regclass[])
        and objid in (select oid from pg_class where relkind = 'S')`,
    [tableNames],
  );
  for (const { name } of sequences) await admin.query(`grant select on sequence ${name} to ${role}`);
  await admin.query('commit');
}

/**
 * Migrates as a member of the owner of the audit, and ends with the audit owned by a role as which nobody signs in: the product
 * adds to the audit and cannot change, remove, alter or replace it. Several servers wait for one another.
 * @param url Of the product's role.
 * @param adminUrl The same database as a superuser, or as a role that may make roles and is a member of the product's.
 */
export async function withAuditOwner(
  url: string,
  adminUrl: string,
  runMigrations: () => Promise<void>,
): Promise<void> {
  const server = roleOfUrl(url);
  const { pool, close } = connectDatabase<unknown>({ url: adminUrl, poolSize: 2, name: 'svitlo-migrate' });
  try {
    await afterAdvisoryLock(pool, ownerLock, async () => {
      const admin = await pool.connect();
      try {
        await join(admin, server);
        try {
          await runMigrations();
          await leave(admin, server).catch(async (error: unknown) => {
            await admin.query('rollback');
            throw error;
          });
        } finally {
          await admin.query(`revoke ${ownerRole} from ${admin.escapeIdentifier(server)}`);
        }
      } finally {
        admin.release();
      }
    });
  } finally {
    await close();
  }
}
