import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Database role of the product. */
const ROLE = 'svitlo_server';

/**
 * Transfers the superuser's objects outside the system schemas to the role: needed by data folders from before the
 * role. Sequences of columns and row types follow their tables; partitions are tables of their own.
 */
const transferOwnership = `
  do $$
  declare
    one record;
  begin
    for one in
      select format('schema %I', nspname) as object, 1 as turn from pg_namespace
        where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
      union all
      select format(case relkind when 'v' then 'view %s' when 'm' then 'materialized view %s' else 'table %s' end,
          c.oid::regclass), 2
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm')
          and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
      union all
      select format('sequence %s', c.oid::regclass), 3
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where relowner = current_user::regrole and relkind = 'S'
          and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
            and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass)
      union all
      select format('routine %s', p.oid::regprocedure), 3
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where proowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
      union all
      select format('type %s', t.oid::regtype), 3
        from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
        where typowner = current_user::regrole and (typtype in ('d', 'e', 'r') or relkind = 'c')
          and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
      union all
      select format('collation %I.%I', nspname, collname), 3
        from pg_collation join pg_namespace n on n.oid = collnamespace
        where collowner = current_user::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
      order by 2, 1
    loop
      execute format('alter %s owner to ${ROLE}', one.object);
    end loop;
  end $$`;

/**
 * Creates or updates the role in the database of the superuser's URL; returns the URL of the role. Idempotent. The
 * role's password is derived from the superuser's without revealing it.
 */
export async function prepareServerRole(adminUrl: string): Promise<string> {
  const url = new URL(adminUrl);
  const password = createHmac('sha256', decodeURIComponent(url.password)).update(ROLE).digest('base64url');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [ROLE]);
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${ROLE} ${rights} password ${client.escapeLiteral(password)}`,
    );
    const database = client.escapeIdentifier(url.pathname.slice(1));
    await client.query(`grant connect, create, temporary on database ${database} to ${ROLE}`);
    await client.query(transferOwnership);
  } finally {
    await client.end();
  }
  url.username = ROLE;
  url.password = password;
  return url.href;
}
