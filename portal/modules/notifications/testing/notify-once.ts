import { type BillingClient, createBillingClient, inProcess } from '#billing/client.ts';
import { jobContext } from '#platform/jobs/testing/job-context.ts';
import { runJobsOnce } from '#platform/jobs/testing/run-jobs-once.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { relayEvents } from '../../events/public.ts';
import { askForReminders, notifyOfEvents, reminderTasks } from '../public.ts';

const config = readConfig({ PUBLIC_URL: 'https://cabinet.example.com' });

/** The billing of the test server, whose calls are not recorded. */
export const billingOf = ({ billing, clock }: TestApp): BillingClient =>
  createBillingClient({ transport: inProcess(billing), record: () => undefined, clock });

/** Queues the messages about events that the billing has not relayed yet. */
export const relayNews = (app: TestApp, billing = billingOf(app)) =>
  relayEvents(app.portalDb, billing, jobContext(), (transaction, events) => {
    const services = { keys: testKeys, config, billing, reference: newId() };
    return notifyOfEvents(services, transaction, events, app.clock.now());
  });

/** What the job of reminders does now, however many jobs it makes of it. */
export async function remindOnce(app: TestApp, ask = askForReminders): Promise<void> {
  const { clock, portalDb: db, url } = app;
  await ask(db);
  const tasks = reminderTasks({ db, billing: billingOf(app), clock, keys: testKeys, config });
  const onError = (error: unknown) => {
    throw error;
  };
  await runJobsOnce({ url, tasks, onError });
}
