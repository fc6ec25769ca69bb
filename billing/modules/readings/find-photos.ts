import { sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { READING_FIND_PHOTOS } from '#billing/api/readings/readings.ts';
import { handleModule } from '#billing/module-handler.ts';

/** READING_FIND_PHOTOS: lets the portal delete photos without a reading. */
export const handleReadingFindPhotos = handleModule(READING_FIND_PHOTOS, ({ db }) => async ({ photoIds }) => {
  const { rows } = await sql<{ photoId: string }>`
    select distinct photo_id as "photoId" from billing.reading_submission
     where photo_id = any(${photoIds}::uuid[])`.execute(db);
  return answer({ named: rows.map(({ photoId }) => photoId) });
});
