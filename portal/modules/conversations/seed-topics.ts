import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertNewTopics } from './topic-store.ts';
import { topics } from './topics.template.ts';

/** Puts the topics that come with the product where they are missing; safe to repeat, and on many nodes at once. */
export function seedTopics(db: PortalDatabase): Promise<void> {
  return insertNewTopics(db, topics);
}
