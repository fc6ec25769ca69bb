import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { maxSigners } from '#contract/signatures.ts';
import type { newSignerSchema } from '#contract/values/signature.ts';
import { daysOverlap } from '#domain/documents/signer-powers.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type LocalDate, localDate } from '#domain/time/local-date.ts';
import {
  date,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { SignableKind } from '../document-store.ts';

const powerColumns = {
  signerId: uuid(),
  drfo: text(),
  fullName: text(),
  post: text(),
  ground: text(),
  kinds: nullable(textArray<SignableKind[]>()),
  validFrom: date<LocalDate>(),
  validTo: nullable(date<LocalDate>()),
  addedBy: text(),
  addedAt: timestamptz<Instant>(),
};
type StoredPower = RowOf<typeof powerColumns>;

type NewSigner = z.infer<typeof newSignerSchema>;

/** Who did something, and when. */
interface Act {
  readonly at: Instant;
  readonly by: string;
}

/** The powers of the persons who may sign for the company of an account, by name, then the newest; none: every employee may. */
export async function listSignerPowers(
  db: PortalDatabase,
  accountNumber: string,
): Promise<readonly StoredPower[]> {
  const { rows } = await typedSql(powerColumns)`
    select signer_id as "signerId", drfo, full_name as "fullName", post, ground, kinds, valid_from as "validFrom",
        valid_to as "validTo", coalesce(nullif(concat_ws(' ', nullif(i.surname, ''), nullif(i.name, '')), ''), '') as "addedBy",
        added_at as "addedAt"
      from portal.signer_power power left join portal.identity i on i.identity_id = power.added_by
     where account_number = ${accountNumber} and removed_at is null
     order by full_name, drfo, valid_from desc`.execute(db);
  return rows;
}

/** Adds powers. Those of one account stand in line. undefined: they are kept. */
export async function insertSignerPower(
  db: PortalDatabase,
  accountNumber: string,
  signer: NewSigner,
  { at, by }: Act,
): Promise<'signature.signerTwice' | 'signature.tooManySigners' | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${accountNumber}, 20))`.execute(
      transaction,
    );
    const before = await listSignerPowers(transaction, accountNumber);
    const days = { validFrom: localDate(signer.validFrom), validTo: signer.validTo as LocalDate | null };
    const drfo = signer.drfo.toUpperCase();
    if (before.some((one) => one.drfo === drfo && daysOverlap(one, days))) return 'signature.signerTwice';
    if (before.length >= maxSigners) return 'signature.tooManySigners';
    await transaction
      .insertInto('portal.signer_power')
      .values({
        account_number: accountNumber,
        signer_id: newId(),
        drfo,
        full_name: signer.fullName,
        post: signer.post,
        ground: signer.ground,
        kinds: signer.kinds === null ? null : [...new Set(signer.kinds)],
        valid_from: signer.validFrom,
        valid_to: signer.validTo,
        added_at: instantToIso(at),
        added_by: by,
      })
      .execute();
    return undefined;
  });
}

/** Names an entry of the list of an account. */
interface PowerKey {
  readonly account: string;
  readonly signerId: string;
}

/** Ends powers after a day; false: the list has none with this id whose end is later. */
export async function endSignerPower(
  db: PortalDatabase,
  { account, signerId }: PowerKey,
  lastDay: string,
  { at, by }: Act,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update portal.signer_power set valid_to = ${lastDay}::date, ended_at = ${instantToIso(at)}::timestamptz, ended_by = ${by}::uuid
     where account_number = ${account} and signer_id = ${signerId}::uuid and removed_at is null
       and valid_from <= ${lastDay}::date and (valid_to is null or valid_to > ${lastDay}::date)`.execute(db);
  return numAffectedRows === 1n;
}

/** Takes a mistake out of the list; false: the list has none with this id. */
export async function removeSignerPower(
  db: PortalDatabase,
  { account, signerId }: PowerKey,
  { at, by }: Act,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update portal.signer_power set removed_at = ${instantToIso(at)}::timestamptz, removed_by = ${by}::uuid
     where account_number = ${account} and signer_id = ${signerId}::uuid and removed_at is null`.execute(db);
  return numAffectedRows === 1n;
}
