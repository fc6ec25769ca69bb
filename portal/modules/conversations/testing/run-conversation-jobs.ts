import { logJobErrors } from '#platform/jobs/task.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { createLogger } from '#platform/logger.ts';
import { readConfig } from '#portal/config.ts';
import { type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { conversationTasks } from '../public.ts';

/** Runs the jobs of conversations that are due: their news. */
export function runConversationJobs({ portalDb: db, clock, url }: TestApp): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const tasks = conversationTasks({ db, clock, keys: testKeys, config });
  return runJobsOnce({ url, tasks, onError: logJobErrors(createLogger({ level: 'silent' })) });
}
