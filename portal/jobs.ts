import type { BillingClient } from '#billing/client.ts';
import type { Clock } from '#platform/clock.ts';
import { every } from '#platform/every.ts';
import { startJobQueue } from '#platform/jobs/job-queue.ts';
import type { Config } from './config.ts';
import { openFileStore } from './gateways/files/open-file-store.ts';
import { createMessageGateways } from './gateways/messages/all-gateways.ts';
import { createPaymentGateways } from './gateways/payments/all-gateways.ts';
import { deriveSecret } from './http/derive-secret.ts';
import { dropOldPartitions, ensurePartitions } from './http/partitions.ts';
import { bookRecalculations } from './modules/calculation/public.ts';
import { forgetReports } from './modules/client-log/public.ts';
import { documentTasks, sweepDocuments } from './modules/documents/public.ts';
import { relayEvents } from './modules/events/public.ts';
import { endStaleMessages, forgetMessages, messageTasks } from './modules/messages/public.ts';
import {
  askForReminders,
  createPushSender,
  forgetReminders,
  notifyOfEvents,
  reminderTasks,
} from './modules/notifications/public.ts';
import { forgetAccessRequests } from './modules/objects/access/access-request-store.ts';
import { askForHolderChanges } from './modules/objects/access/follow-holder-change.ts';
import { renewOldCodes } from './modules/objects/access/renew-old-codes.ts';
import { accessTasks } from './modules/objects/access/tell-access-change.ts';
import { askForPaymentReminders, paymentReminderTasks } from './modules/payment-reminders/public.ts';
import {
  checkBooks,
  expireForgotten,
  landSandboxPayments,
  settleProvider,
} from './modules/payments/public.ts';
import { sweepPhotos } from './modules/readings/public.ts';
import { sweep } from './modules/sessions/public.ts';
import type { PortalDatabase } from './portal-database.ts';

export interface JobServices {
  /** Where the job queue is: it has connections of its own. */
  readonly databaseUrl: string;
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly config: Config;
  readonly tokenSecret: string;
}

const partitionEveryMs = 3_600_000;
const relayEveryMs = 10_000;
const landEveryMs = 15_000;
/** Which orders are due is written with them: domain/payments/query-pauses.ts. */
const settleEveryMs = 20_000;
/** Once a day there is something to do. */
const checkBooksEveryMs = 3_600_000;
const renewCodesEveryMs = 3_600_000;
const recalculateEveryMs = 3_600_000;
const sweepEveryMs = 3_600_000;
const remindEveryMs = 1_800_000;
/** Messages wait for providers, not for this machine: two of a channel at a time are enough and leave the readings alone. */
const jobsOfAKindAtATime = 2;

/** Starts what the portal does by itself beside requests; `stop` waits for work in flight. */
export async function startJobs(services: JobServices): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, db, billing, clock, config, tokenSecret } = services;
  const secretFor = (purpose: string) => deriveSecret(tokenSecret, purpose);
  const gateways = createPaymentGateways({ db, clock, config, secretFor });
  const onError = (error: unknown) => process.stderr.write(`job: ${String(error)}\n`);

  const files = openFileStore(config);
  const makePartitions = async () => void (await ensurePartitions(db, clock.now()));
  await makePartitions();
  const sweepAll = async () => {
    await sweep(db, clock.now());
    await endStaleMessages(db, clock.now());
    await forgetMessages(db, clock.now());
    await sweepDocuments(db, files, clock.now());
    await sweepPhotos({ db, files, billing }, clock.now());
    await forgetReminders(db, clock.now());
    await forgetReports(db, clock.now(), config.browserReportDays);
    await dropOldPartitions(db, clock.now(), config.callLogDays);
    await forgetAccessRequests(db, clock.now());
  };
  const stopping = new AbortController();
  const relay = async () => {
    await relayEvents(db, billing, stopping.signal, async (transaction, events) => {
      await notifyOfEvents({ secretFor, config, billing }, transaction, events, clock.now());
      await askForHolderChanges(transaction, events);
    });
  };
  const relaying = every(relayEveryMs, relay, { onError });
  // What waited while the server was down is news now.
  void relaying.runNow();
  const jobs = [
    relaying,
    every(partitionEveryMs, makePartitions, { onError }),
    every(remindEveryMs, () => askForReminders(db), { onError }),
    every(remindEveryMs, () => askForPaymentReminders(db), { onError }),
    every(sweepEveryMs, sweepAll, { onError }),
    every(
      recalculateEveryMs,
      async () => void (await bookRecalculations({ billing, clock }, stopping.signal)),
      { onError },
    ),
    // Each provider by itself: one that hangs keeps none of the others waiting.
    ...[...gateways.values()].map((gateway) =>
      every(settleEveryMs, () => settleProvider({ billing, clock }, gateway), { onError }),
    ),
    every(settleEveryMs, () => expireForgotten({ billing, clock }, gateways), { onError }),
    every(renewCodesEveryMs, async () => void (await renewOldCodes(billing)), { onError }),
    every(checkBooksEveryMs, () => checkBooks(billing, stopping.signal), { onError }),
  ];
  if (!config.production) {
    const landAfterMs = config.sandboxLandingSeconds * 1000;
    jobs.push(
      every(
        landEveryMs,
        async () => void (await landSandboxPayments({ billing, clock, gateways }, landAfterMs)),
        { onError },
      ),
    );
  }
  const push = createPushSender({ db, secretFor, config });
  const messages = messageTasks({
    db,
    clock,
    secretFor,
    billing,
    config,
    gateways: createMessageGateways(config, push),
  });
  // Slots of its own for each channel: a mail server that hangs must not hold up SMS. What asks this machine alone shares.
  const kinds = [
    ...Object.entries(messages).map(([name, task]) => ({ [name]: task })),
    {
      ...documentTasks({ db, billing, files, clock, limitSeconds: config.archiveSeconds }),
      ...accessTasks({ db, billing, clock, secretFor, config }),
      ...reminderTasks({ db, billing, clock, secretFor, config }),
      ...paymentReminderTasks({ db, billing, clock, secretFor, config }),
    },
  ];
  const queues = kinds.map((tasks) =>
    startJobQueue({ url: databaseUrl, tasks, concurrency: jobsOfAKindAtATime, onError }),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...jobs, ...queues].map((job) => job.stop()));
    },
  };
}
