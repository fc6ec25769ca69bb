import type { PortalDatabase } from '#portal/portal-database.ts';
import { answers } from './answers.template.ts';
import { insertNewTemplates } from './desk-store.ts';

/** Puts the templates that come with the product where they are missing, after the topics; safe to repeat, and on many nodes at once. */
export function seedAnswers(db: PortalDatabase): Promise<void> {
  return insertNewTemplates(db, answers);
}
