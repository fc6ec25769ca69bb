import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { authoritySchema } from '#contract/values/signature.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  bytea,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import type { AuthorityFacts } from '#platform/signatures/certificate.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Addresses of the servers of an authority; null: it has none that is known. */
export interface AuthorityUrls {
  readonly ocspUrl: string | null;
  readonly tspUrl: string | null;
  readonly cmpUrl: string | null;
}

export type AuthorityOrigin = 'shipped' | 'sample' | 'uploaded';

const trustedColumns = {
  authorityId: text(),
  certificate: bytea(),
  ocspUrl: nullable(text()),
  tspUrl: nullable(text()),
  cmpUrl: nullable(text()),
};
export type TrustedAuthority = RowOf<typeof trustedColumns>;

/** What signatures are judged by. Production trusts nothing of the sample, whose keys are published. */
export async function listTrusted(
  db: PortalDatabase,
  { production }: { readonly production: boolean },
): Promise<readonly TrustedAuthority[]> {
  const { rows } = await typedSql(trustedColumns)`
    select authority_id as "authorityId", certificate, ocsp_url as "ocspUrl", tsp_url as "tspUrl", cmp_url as "cmpUrl"
      from portal.authority where removed_at is null and (origin <> 'sample' or not ${production})
     order by valid_from desc, authority_id`.execute(db);
  return rows;
}

/** DER of the roots that decide what an authority is: those that came with the product, of the sample only where it is trusted. */
export async function listAnchors(
  db: PortalDatabase,
  { production }: { readonly production: boolean },
): Promise<readonly Uint8Array[]> {
  const { rows } = await typedSql({ certificate: bytea() })`
    select certificate from portal.authority
     where is_root and removed_at is null and (origin = 'shipped' or origin = 'sample' and not ${production})
     order by authority_id`.execute(db);
  return rows.map(({ certificate }) => certificate);
}

type AuthorityDto = z.infer<typeof authoritySchema>;

/** All of them for administrators: roots first, by name; those that are trusted no longer last. */
export async function listAllAuthorities(db: PortalDatabase): Promise<AuthorityDto[]> {
  const { rows } = await typedSql({
    authorityId: text(),
    name: text(),
    issuer: text(),
    serial: text(),
    isRoot: bool(),
    validFrom: timestamptz<Instant>(),
    validTo: timestamptz<Instant>(),
    ocspUrl: nullable(text()),
    tspUrl: nullable(text()),
    cmpUrl: nullable(text()),
    origin: text<AuthorityOrigin>(),
    addedAt: timestamptz<Instant>(),
    addedBy: nullable(text()),
    removedAt: nullable(timestamptz<Instant>()),
  })`select authority_id as "authorityId", name, issuer, serial, is_root as "isRoot", valid_from as "validFrom",
        valid_to as "validTo", ocsp_url as "ocspUrl", tsp_url as "tspUrl", cmp_url as "cmpUrl", origin,
        added_at as "addedAt", added_by as "addedBy", removed_at as "removedAt"
      from portal.authority
     order by removed_at is not null, not is_root, name, valid_from desc, authority_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    validFrom: instantToIso(row.validFrom),
    validTo: instantToIso(row.validTo),
    addedAt: instantToIso(row.addedAt),
    removedAt: row.removedAt === null ? null : instantToIso(row.removedAt),
  }));
}

/**
 * Adds certificates; how many are new. One that was taken from the trusted ones comes back by an upload; those that come with the
 * product stay as they are.
 */
export async function insertAuthorities(
  db: PortalDatabase,
  authorities: readonly (AuthorityFacts & Partial<AuthorityUrls>)[],
  added: { readonly at: Instant; readonly by: string | null; readonly origin: AuthorityOrigin },
): Promise<number> {
  if (authorities.length === 0) return 0;
  const rows = authorities.map(({ certificate, ...facts }) => ({
    ...facts,
    authorityId: createHash('sha256').update(certificate).digest('hex'),
    certificate: Buffer.from(certificate).toString('hex'),
    validFrom: new Date(facts.validFrom).toISOString(),
    validTo: new Date(facts.validTo).toISOString(),
  }));
  const isUpload = added.origin === 'uploaded';
  const { numAffectedRows = 0n } = await sql`
    insert into portal.authority as known (authority_id, certificate, name, issuer, serial, is_root, valid_from, valid_to,
      ocsp_url, tsp_url, cmp_url, origin, added_at, added_by)
    select distinct on ("authorityId") "authorityId", decode(certificate, 'hex'), name, issuer, serial, "isRoot",
        "validFrom", "validTo", "ocspUrl", "tspUrl", "cmpUrl", ${added.origin}, ${instantToIso(added.at)}::timestamptz,
        ${added.by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ("authorityId" text, certificate text, name text,
        issuer text, serial text, "isRoot" boolean, "validFrom" timestamptz, "validTo" timestamptz, "ocspUrl" text,
        "tspUrl" text, "cmpUrl" text)
    on conflict (authority_id) do update
      set removed_at = null, removed_by = null, origin = 'uploaded', added_at = excluded.added_at,
        added_by = excluded.added_by
      where ${isUpload} and (known.removed_at is not null or known.origin = 'sample')`.execute(db);
  return Number(numAffectedRows);
}

/** Sets the addresses of the authorities with these names; of how many certificates. */
export async function updateAuthorityUrls(
  db: PortalDatabase,
  urls: readonly (AuthorityUrls & { readonly names: readonly string[] })[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update portal.authority known
       set ocsp_url = row."ocspUrl", tsp_url = row."tspUrl", cmp_url = row."cmpUrl"
      from jsonb_to_recordset(${JSON.stringify(urls)}::jsonb)
        as row (names jsonb, "ocspUrl" text, "tspUrl" text, "cmpUrl" text)
     where row.names ? known.name`.execute(db);
  return Number(numAffectedRows);
}

/** Trusts certificates no longer; those that were removed before stay as they are. */
export async function markRemoved(
  db: PortalDatabase,
  authorityIds: readonly string[],
  removed: { readonly at: Instant; readonly by: string },
): Promise<void> {
  await db
    .updateTable('portal.authority')
    .set({ removed_at: instantToIso(removed.at), removed_by: removed.by })
    .where('authority_id', 'in', [...authorityIds])
    .where('removed_at', 'is', null)
    .execute();
}
