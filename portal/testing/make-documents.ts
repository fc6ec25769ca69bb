import { createBillingClient, inProcess } from '#billing/client.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { documentTasks } from '../modules/documents/public.ts';
import type { TestApp } from './start-test-app.ts';

type Transport = Parameters<typeof createBillingClient>[0]['transport'];

/**
 * Generates the queued documents once and returns the errors.
 * @param limitSeconds Time limit of one document.
 * @param transport Connection to the back end; absent: the built-in one of the test server.
 */
export async function makeDocuments(
  { billing, portalDb: db, url, clock }: TestApp,
  files: FileStore,
  transport: Transport = inProcess(billing),
  limitSeconds = 600,
): Promise<string[]> {
  const errors: string[] = [];
  const client = createBillingClient({ transport, record: () => undefined, clock });
  await runJobsOnce({
    url,
    tasks: documentTasks({ db, billing: client, files, clock, limitSeconds }),
    onError: (error) => void errors.push(String(error)),
  });
  return errors;
}
