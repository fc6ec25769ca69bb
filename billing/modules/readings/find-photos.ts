import { sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { READING_FIND_PHOTOS } from '#billing/api/readings.ts';
import { handleModule } from '#billing/module-handler.ts';

/** READING_FIND_PHOTOS: so that photos of no reading can be deleted. */
export const handleReadingFindPhotos = handleModule(READING_FIND_PHOTOS, ({ db }) => async ({ photoIds }) => {
  const { rows } = await sql<{ photoId: string }>`
    select distinct photo_id as "photoId" from billing.reading_submission
     where photo_id = any(${photoIds}::uuid[])`.execute(db);
  return answer({ named: rows.map(({ photoId }) => photoId) });
});
