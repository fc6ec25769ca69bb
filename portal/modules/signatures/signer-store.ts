import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { signerPowerSchema } from '#contract/values/signature.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { date, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export type SignerPower = z.infer<typeof signerPowerSchema>;

/** The persons who may sign for the company of an account, by name; none: every employee may. */
export async function listSignerPowers(
  db: PortalDatabase,
  accountNumber: string,
): Promise<readonly SignerPower[]> {
  const { rows } = await typedSql({
    drfo: text(),
    fullName: text(),
    ground: text(),
    validFrom: date(),
    validTo: nullable(date()),
  })`select drfo, full_name as "fullName", ground, valid_from as "validFrom", valid_to as "validTo"
      from portal.signer_power where account_number = ${accountNumber} order by full_name, drfo`.execute(db);
  return rows;
}

/** Replaces the list of an account. */
export async function replaceSignerPowers(
  db: PortalDatabase,
  accountNumber: string,
  signers: readonly SignerPower[],
  saved: { readonly at: Instant; readonly by: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`delete from portal.signer_power where account_number = ${accountNumber}`.execute(transaction);
    await sql`
      insert into portal.signer_power (account_number, drfo, full_name, ground, valid_from, valid_to, saved_at, saved_by)
      select ${accountNumber}, drfo, "fullName", ground, "validFrom", "validTo", ${instantToIso(saved.at)}::timestamptz,
        ${saved.by}::uuid
        from jsonb_to_recordset(${JSON.stringify(signers)}::jsonb)
          as row (drfo text, "fullName" text, ground text, "validFrom" date, "validTo" date)`.execute(
      transaction,
    );
  });
}
