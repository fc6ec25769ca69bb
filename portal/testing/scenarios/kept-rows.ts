import { sql } from 'kysely';
import type { TestApp } from '../start-test-app.ts';

/** Tables that every call writes to: records and their rollups, its session, its work. */
const ofEveryCall =
  /^portal\.(api_call|fm_call|call_|name_latency_|failed_|slow_call_|node_sample|active_user|user_count|error_log|company_action|staff_action|session$|used_work)/;

/** A digest of the rows of each table of both schemas that has some, but of what every call writes to. */
export async function keptRows({
  billingDb,
}: Pick<TestApp, 'billingDb'>): Promise<Readonly<Record<string, string>>> {
  // Most tables never had a row: a statement of all of them takes longer to plan than to run.
  const tables = await sql<{ name: string }>`
    select n.nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where n.nspname in ('billing', 'portal') and relkind = 'r' and pg_relation_size(c.oid) > 0 order by 1`.execute(
    billingDb,
  );
  const digests = tables.rows
    .filter(({ name }) => !ofEveryCall.test(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(name)} t`,
    );
  const { rows } = await sql<{
    name: string;
    digest: string | null;
  }>`${sql.join(digests, sql` union all `)}`.execute(billingDb);
  return Object.fromEntries(rows.flatMap(({ name, digest }) => (digest === null ? [] : [[name, digest]])));
}
