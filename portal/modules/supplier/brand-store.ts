import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bytea,
  int4,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Most versions of an answer. */
const maxShown = 30;
/** A logo that no version names is kept so long. */
const looseHours = 24;

const columns = {
  version: int4(),
  accentLight: nullable(text()),
  accentDark: nullable(text()),
  logoHash: nullable(text()),
  width: nullable(int4()),
  height: nullable(int4()),
  reason: text(),
  by: text(),
  at: timestamptz<Instant>(),
};
export type BrandVersion = RowOf<typeof columns>;

/** Versions of accent and logo with their authors, the newest first. */
export async function listBrandVersions(
  db: PortalDatabase,
  most = maxShown,
): Promise<readonly BrandVersion[]> {
  const { rows } = await typedSql(columns)`
    select v.version, v.accent_light as "accentLight", v.accent_dark as "accentDark", v.logo_hash as "logoHash", i.width, i.height,
      v.reason, coalesce(nullif(a.full_name, ''), a.login) as by, v.changed_at as at
    from portal.brand_version v
    join portal.administrator a on a.identity_id = v.author_id
    left join portal.brand_image i on i.content_hash = v.logo_hash
    order by v.version desc limit ${most}`.execute(db);
  return rows;
}

/** Nobody else changes the brand until the transaction ends. */
export async function lockBrand(db: PortalDatabase): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portal.brand_version'), 0)`.execute(db);
}

export async function insertBrandVersion(
  db: PortalDatabase,
  version: {
    readonly version: number;
    readonly accent: { readonly light: string; readonly dark: string } | null;
    readonly logo: string | null;
    readonly reason: string;
    readonly by: string;
    readonly at: Instant;
  },
): Promise<void> {
  const { accent, logo, reason, by, at } = version;
  await sql`
    insert into portal.brand_version (version, accent_light, accent_dark, logo_hash, reason, author_id, changed_at)
    values (${version.version}, ${accent?.light ?? null}, ${accent?.dark ?? null}, ${logo}, ${reason}, ${by}::uuid,
      ${instantToIso(at)}::timestamptz)`.execute(db);
}

/** Keeps a logo under its hash; those that no version names for long go. */
export async function insertLogo(
  db: PortalDatabase,
  logo: { readonly hash: string; readonly content: Buffer; readonly width: number; readonly height: number },
  now: Instant,
): Promise<void> {
  const at = instantToIso(now);
  await sql`
    delete from portal.brand_image i where added_at < ${at}::timestamptz - make_interval(hours => ${looseHours})
      and not exists (select from portal.brand_version v where v.logo_hash = i.content_hash)`.execute(db);
  await sql`
    insert into portal.brand_image (content_hash, content, width, height, added_at)
    values (${logo.hash}, ${logo.content}, ${logo.width}, ${logo.height}, ${at}::timestamptz)
    on conflict (content_hash) do update set added_at = excluded.added_at`.execute(db);
}

/** A logo by its hash. */
export async function findLogo(db: PortalDatabase, hash: string): Promise<Buffer | undefined> {
  const { rows } = await typedSql({ content: bytea() })`
    select content from portal.brand_image where content_hash = ${hash}`.execute(db);
  return rows[0]?.content;
}
