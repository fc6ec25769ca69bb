import { sql } from 'kysely';
import { type Content, type ContentKind, maxHistory } from '#contract/content.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, json, type RowOf, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Which text. */
export interface ContentName {
  readonly kind: ContentKind;
  readonly key: string;
}

export type ContentOf<Kind extends ContentKind> = Extract<Content, { kind: Kind }>;

/** What is published of a kind, by key; a text that is not here stands as it comes with the product. */
export async function readPublished<Kind extends ContentKind>(
  db: PortalDatabase,
  kind: Kind,
): Promise<ReadonlyMap<string, { readonly content: ContentOf<Kind>; readonly at: Instant }>> {
  const { rows } = await typedSql({
    key: text(),
    content: json<ContentOf<Kind>>(),
    at: timestamptz<Instant>(),
  })`
    select distinct on (key) key, content, changed_at as at
    from portal.content_version where kind = ${kind} and state = 'published'
    order by key, version desc`.execute(db);
  return new Map(rows.map(({ key, content, at }) => [key, { content, at }]));
}

const columns = {
  kind: text<ContentKind>(),
  key: text(),
  version: int4(),
  content: json<Content>(),
  state: text<'draft' | 'published' | 'dropped'>(),
  by: text(),
  at: timestamptz<Instant>(),
  revision: int4(),
};
export type StoredVersion = RowOf<typeof columns>;

/** Versions with their authors, the newest first: of each text the newest of each state, of one also its history. */
export async function listVersions(
  db: PortalDatabase,
  name: ContentName | null,
): Promise<readonly StoredVersion[]> {
  const former = name === null ? 1 : maxHistory + 1;
  const { rows } = await typedSql(columns)`
    select v.kind, v.key, v.version, v.content, v.state, v.changed_at as at,
      coalesce(nullif(a.full_name, ''), a.login) as by,
      (select max(revision) from portal.content_version r where r.kind = v.kind and r.key = v.key) as revision
    from (select *, row_number() over (partition by kind, key, state order by version desc) as place
          from portal.content_version
          where (${name?.kind ?? null}::text is null or (kind = ${name?.kind ?? null} and key = ${name?.key ?? null}))) v
    join portal.administrator a on a.identity_id = v.author_id
    where v.place = 1 or (v.state = 'published' and v.place <= case when v.kind = 'legal' then ${maxHistory + 1}::integer else ${former}::integer end)
    order by v.kind, v.key, v.version desc`.execute(db);
  return rows;
}

/** Nobody else changes this text until the transaction ends. Answers its revision, 0: it was never changed. */
export async function lockContent(db: PortalDatabase, { kind, key }: ContentName): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('portal.content_version'), hashtext(${`${kind} ${key}`}))`.execute(
    db,
  );
  const { rows } = await typedSql({ revision: int4() })`
    select coalesce(max(revision), 0) as revision from portal.content_version
    where kind = ${kind} and key = ${key}`.execute(db);
  return rows[0]?.revision ?? 0;
}

/** Who writes, and when; `revision`: the one of the text from now on. */
interface Write {
  readonly by: string;
  readonly at: Instant;
  readonly revision: number;
}

/** Replaces the draft of a text, or begins one. The text is locked. */
export async function upsertDraft(
  db: PortalDatabase,
  { kind, key }: ContentName,
  content: Content,
  { by, at, revision }: Write,
): Promise<void> {
  await sql`
    insert into portal.content_version (kind, key, version, content, state, author_id, changed_at, revision)
    values (${kind}, ${key},
      (select coalesce(max(version), 0) + 1 from portal.content_version where kind = ${kind} and key = ${key}),
      ${JSON.stringify(content)}::jsonb, 'draft', ${by}::uuid, ${instantToIso(at)}::timestamptz, ${revision})
    on conflict (kind, key) where state = 'draft' do update
      set content = excluded.content, author_id = excluded.author_id, changed_at = excluded.changed_at,
          revision = excluded.revision`.execute(db);
}

/** Publishes or drops the draft; false: there is none. The text is locked. */
export async function endDraft(
  db: PortalDatabase,
  { kind, key }: ContentName,
  state: 'published' | 'dropped',
  { by, at, revision }: Write,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update portal.content_version
       set state = ${state}, author_id = ${by}::uuid, changed_at = ${instantToIso(at)}::timestamptz, revision = ${revision}
     where kind = ${kind} and key = ${key} and state = 'draft'`.execute(db);
  return numAffectedRows > 0n;
}

/**
 * Takes back a published version of a legal text that is not in force yet: a draft again, or dropped when there is one; false: there is
 * no such version. The text is locked.
 */
export async function withdrawVersion(
  db: PortalDatabase,
  { kind, key }: ContentName,
  version: number,
  { by, at, revision }: Write,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update portal.content_version
       set state = case when exists (select from portal.content_version other
                                     where other.kind = ${kind} and other.key = ${key} and other.state = 'draft')
                        then 'dropped' else 'draft' end,
           author_id = ${by}::uuid, changed_at = ${instantToIso(at)}::timestamptz, revision = ${revision}
     where kind = ${kind} and key = ${key} and version = ${version} and state = 'published'`.execute(db);
  return numAffectedRows > 0n;
}
