import { answer, refuse } from '#billing/api/define-module.ts';
import { READING_LIST } from '#billing/api/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { listReadings } from './reading-store.ts';

const usualLimit = 100;

/** READING_LIST: readings of an account, newest first, superseded ones too. */
export const handleReadingList = handleModule(
  READING_LIST,
  ({ db }) =>
    async ({ accountNumber, limit, before }) => {
      const rows = await listReadings(db, accountNumber, { limit: limit ?? usualLimit, before });
      if (rows === undefined) return refuse('common.notFound');
      return answer({
        readings: rows.map(({ submittedAt, ...row }) => ({ ...row, submittedAt: instantToIso(submittedAt) })),
      });
    },
);
