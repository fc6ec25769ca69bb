import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { guideArticleSchema, lawSchema } from '#contract/directory.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { date, json, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export type GuideArticle = z.infer<typeof guideArticleSchema>;
export type Law = z.infer<typeof lawSchema>;

/** For whom an article is. */
export type Audience = 'person' | 'entity' | 'everybody';

/** An article as it comes with the product. */
export type ShippedArticle = Omit<GuideArticle, 'updatedAt'> & { readonly audience: Audience };

/** The articles for these, in their order; hidden ones are left out. */
export async function listArticles(
  db: PortalDatabase,
  audiences: readonly Audience[],
): Promise<GuideArticle[]> {
  const { rows } = await typedSql<Omit<GuideArticle, 'updatedAt'> & { updatedAt: Instant }>({
    slug: text(),
    title: text(),
    lead: text(),
    blocks: json(),
    updatedAt: timestamptz(),
  })`
    select slug, title, lead, blocks, updated_at as "updatedAt"
    from portal.guide_article
    where audience = any(${[...audiences]}::text[]) and not hidden
    order by position, slug`.execute(db);
  return rows.map((row) => ({ ...row, updatedAt: instantToIso(row.updatedAt) }));
}

/** The acts in their order; hidden ones are left out. */
export async function listLaws(db: PortalDatabase): Promise<Law[]> {
  const { rows } = await typedSql<Law>({
    lawId: text(),
    title: text(),
    number: text(),
    date: nullable(date()),
    url: nullable(text()),
    about: text(),
  })`
    select law_id as "lawId", title, number, adopted_on as date, url, about
    from portal.law where not hidden order by position, law_id`.execute(db);
  return rows;
}

/** Adds the articles that are not there yet; what is there stays as the staff left it. */
export async function insertNewArticles(
  db: PortalDatabase,
  articles: readonly ShippedArticle[],
  now: Instant,
): Promise<void> {
  const rows = JSON.stringify(articles.map((article, index) => ({ ...article, position: (index + 1) * 10 })));
  await sql`
    insert into portal.guide_article (slug, audience, position, title, lead, blocks, updated_at)
    select slug, audience, position, title, lead, blocks, ${instantToIso(now)}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb)
      as shipped(slug text, audience text, position int, title text, lead text, blocks jsonb)
    on conflict (slug) do nothing`.execute(db);
}

/** Adds the acts that are not there yet; what is there stays as the staff left it. */
export async function insertNewLaws(db: PortalDatabase, laws: readonly Law[]): Promise<void> {
  const rows = JSON.stringify(laws.map((law, index) => ({ ...law, position: (index + 1) * 10 })));
  await sql`
    insert into portal.law (law_id, position, title, number, adopted_on, url, about)
    select "lawId", position, title, number, date, url, about
    from jsonb_to_recordset(${rows}::jsonb)
      as shipped("lawId" text, position int, title text, number text, date date, url text, about text)
    on conflict (law_id) do nothing`.execute(db);
}
