import { sql } from 'kysely';
import type { TestApp } from '../start-test-app.ts';

/** Tables that every call writes to: records and their rollups, its session, its work. */
const ofEveryCall =
  /^portal\.(api_call|fm_call|call_|name_latency_|failed_|slow_call_|node_sample|active_user|user_count|error_log|company_action|staff_action|session$|used_work)/;

/** A digest of the rows of each table of both schemas, but of what every call writes to. */
export async function keptRows({
  billingDb,
}: Pick<TestApp, 'billingDb'>): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('billing', 'portal') and table_type = 'BASE TABLE' order by 1`.execute(billingDb);
  const digests = tables.rows
    .filter(({ name }) => !ofEveryCall.test(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${sql.table(name)} t`,
    );
  const { rows } = await sql<{
    name: string;
    digest: string;
  }>`${sql.join(digests, sql` union all `)}`.execute(billingDb);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
