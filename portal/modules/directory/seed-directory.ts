import type { Instant } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertNewArticles, insertNewLaws } from './directory-store.ts';
import { guideArticles } from './guide.template.ts';
import { laws } from './laws.template.ts';

/** Puts the texts that come with the product where they are missing; safe to repeat, and on many nodes at once. */
export async function seedDirectory(db: PortalDatabase, now: Instant): Promise<void> {
  await insertNewArticles(db, guideArticles, now);
  await insertNewLaws(db, laws);
}
