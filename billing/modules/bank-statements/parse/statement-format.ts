import { sql } from 'kysely';
import { type StatementFormat, statementFormatSchema } from '#billing/api/bank-statements.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { json, typedSql } from '#platform/database/typed-sql.ts';
import { shippedFormats } from './shipped-formats.template.ts';

/** The formats of the supplier, and those that ship; one of the supplier stands for the shipped one of its name. */
export async function listFormats(db: BillingDatabase): Promise<readonly StatementFormat[]> {
  const { rows } = await typedSql({
    settings: json(),
  })`select settings from billing.bank_statement_format`.execute(db);
  const own = rows.map(({ settings }) => statementFormatSchema.parse(settings));
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...shippedFormats.filter(({ name }) => !names.has(name))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

export async function findFormat(db: BillingDatabase, name: string): Promise<StatementFormat | undefined> {
  return (await listFormats(db)).find((format) => format.name === name);
}

/**
 * Stores a format of the supplier, in place of an older one of its name.
 * @throws ZodError when it is none.
 */
export async function storeFormat(db: BillingDatabase, written: unknown): Promise<StatementFormat> {
  const format = statementFormatSchema.parse(written);
  await sql`
    insert into billing.bank_statement_format (format_name, settings)
    values (${format.name}, ${JSON.stringify(format)}::jsonb)
    on conflict (format_name) do update set settings = excluded.settings`.execute(db);
  return format;
}
