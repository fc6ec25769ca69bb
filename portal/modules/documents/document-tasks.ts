import type { Tasks } from '#platform/jobs/job-queue.ts';
import { makeDocument } from './make-document.ts';
import type { MakingServices } from './making.ts';
import { makingJob } from './request-document.ts';

/** The job of documents on request. */
export function documentTasks(services: MakingServices): Tasks {
  return {
    [makingJob]: async (payload) => {
      const isNamed =
        typeof payload === 'object' &&
        payload !== null &&
        'accountNumber' in payload &&
        'documentId' in payload;
      if (!isNamed) throw new Error('a job without its document');
      await makeDocument(services, {
        accountNumber: String(payload.accountNumber),
        documentId: String(payload.documentId),
      });
    },
  };
}
