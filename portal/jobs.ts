import { ACCOUNT_CODES_RENEW } from '#billing/api/accounts/access.ts';
import type { BillingClient } from '#billing/client.ts';
import type { Clock } from '#platform/clock.ts';
import { logJobErrors } from '#platform/jobs/job-log.ts';
import { startJobQueue, type Tasks } from '#platform/jobs/job-queue.ts';
import type { Logger } from '#platform/logger.ts';
import { type Interval, startInterval } from '#platform/start-interval.ts';
import { newId } from '#platform/uuid.ts';
import { bookRecalculations } from '#portal/modules/charges/public.ts';
import { sweep } from '#portal/modules/identity/public.ts';
import { askForPaymentReminders, paymentReminderTasks } from '#portal/modules/payments/public.ts';
import type { Config } from './config.ts';
import { openFileStore } from './gateways/files/open-file-store.ts';
import { createMessageGateways } from './gateways/messages/all-gateways.ts';
import { createPaymentGateways } from './gateways/payments/all-gateways.ts';
import type { Metrics } from './http/metrics.ts';
import { dropOldPartitions, ensurePartitions } from './http/partitions.ts';
import type { Keys } from './keys.ts';
import { forgetAccessRequests } from './modules/accounts/access/access-request-store.ts';
import { accessTasks } from './modules/accounts/access/announce-access-change.ts';
import { askForHolderChanges } from './modules/accounts/access/follow-holder-change.ts';
import { forgetReports } from './modules/client-log/public.ts';
import { documentTasks, sweepDocuments } from './modules/documents/public.ts';
import { relayEvents } from './modules/events/public.ts';
import {
  askForReminders,
  createPushSender,
  forgetReminders,
  notifyOfEvents,
  reminderTasks,
} from './modules/notifications/public.ts';
import { endStaleMessages, forgetMessages, messageTasks } from './modules/outbox/public.ts';
import {
  checkBooks,
  expireForgotten,
  landSandboxPayments,
  settleProvider,
} from './modules/payments/public.ts';
import { sweepPhotos } from './modules/readings/public.ts';
import type { PortalDatabase } from './portal-database.ts';

/** In a round: what a day brings is little, but all that was imported on one day comes of age on one day. */
const codesAtATime = 2000;

/** Has codes replaced that are older than the supplier allows; answers how many. */
async function renewOldCodes(billing: BillingClient): Promise<number> {
  const context = { reference: newId(), actor: 'portal' };
  const result = await billing.call(ACCOUNT_CODES_RENEW, { limit: codesAtATime }, context);
  if (!result.ok) throw new Error(`ACCOUNT_CODES_RENEW refused: ${result.code}`);
  return result.data.renewed;
}

export interface JobServices {
  /** Database of the job queue, which has its own connections. */
  readonly databaseUrl: string;
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly config: Config;
  readonly keys: Keys;
  readonly log: Logger;
  /** Absent: jobs are not measured. */
  readonly metrics?: Metrics | undefined;
}

const partitionEveryMs = 3_600_000;
const relayEveryMs = 10_000;
const landEveryMs = 15_000;
/** Due times are stored with the orders: domain/payments/query-pauses.ts. */
const settleEveryMs = 20_000;
/** Runs once a day. */
const checkBooksEveryMs = 3_600_000;
const renewCodesEveryMs = 3_600_000;
const recalculateEveryMs = 3_600_000;
const sweepEveryMs = 3_600_000;
const remindEveryMs = 1_800_000;
/** Sending waits for providers, not for this machine: two at a time per channel suffice. */
const jobsOfAKindAtATime = 2;

/** Starts the background jobs of the portal; `stop` waits for jobs in flight. */
export async function startJobs(services: JobServices): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, db, billing, clock, config, keys, metrics } = services;
  const gateways = createPaymentGateways({ db, clock, config, links: keys.links });
  const log = services.log.child({ part: 'jobs' });
  const measured = (job: string, work: () => Promise<unknown>) => metrics?.measureJob(job, work) ?? work();
  const measuredTasks = (tasks: Tasks): Tasks =>
    Object.fromEntries(
      Object.entries(tasks).map(([job, run]) => [
        job,
        async (payload) => void (await measured(job, () => run(payload))),
      ]),
    );
  const repeat = (ms: number, job: string, work: () => Promise<unknown>): Interval =>
    startInterval(ms, async () => void (await measured(job, work)), {
      onError: (error) => log.error({ job, err: error }, 'a job failed'),
    });

  const files = openFileStore(config);
  const makePartitions = () => ensurePartitions(db, clock.now());
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
      await notifyOfEvents({ keys, config, billing }, transaction, events, clock.now());
      await askForHolderChanges(transaction, events);
    });
  };
  const relaying = repeat(relayEveryMs, 'relayEvents', relay);
  // Sends notifications that were queued while the server was down.
  void relaying.runNow();
  const jobs = [
    relaying,
    repeat(partitionEveryMs, 'makePartitions', makePartitions),
    repeat(remindEveryMs, 'askForReminders', () => askForReminders(db)),
    repeat(remindEveryMs, 'askForPaymentReminders', () => askForPaymentReminders(db)),
    repeat(sweepEveryMs, 'sweep', sweepAll),
    repeat(recalculateEveryMs, 'bookRecalculations', () =>
      bookRecalculations({ billing, clock }, stopping.signal),
    ),
    // One job per provider: a hanging provider does not delay the others.
    ...[...gateways].map(([provider, gateway]) =>
      repeat(settleEveryMs, `settle:${provider}`, () => settleProvider({ billing, clock }, gateway)),
    ),
    repeat(settleEveryMs, 'expireForgotten', () => expireForgotten({ billing, clock }, gateways)),
    repeat(renewCodesEveryMs, 'renewOldCodes', () => renewOldCodes(billing)),
    repeat(checkBooksEveryMs, 'checkBooks', () => checkBooks(billing, stopping.signal)),
  ];
  if (!config.production) {
    const landAfterMs = config.sandboxLandingSeconds * 1000;
    jobs.push(
      repeat(landEveryMs, 'landSandboxPayments', () =>
        landSandboxPayments({ billing, clock, gateways }, landAfterMs),
      ),
    );
  }
  const push = createPushSender({ db, keys, config });
  const messages = messageTasks({
    db,
    clock,
    keys,
    billing,
    config,
    gateways: createMessageGateways(config, push),
  });
  // Separate slots per channel: a hanging mail server must not delay SMS. Local jobs share their slots.
  const kinds = [
    ...Object.entries(messages).map(([name, task]) => ({ [name]: task })),
    {
      ...documentTasks({ db, billing, files, clock, limitSeconds: config.archiveSeconds }),
      ...accessTasks({ db, billing, clock, keys, config }),
      ...reminderTasks({ db, billing, clock, keys, config }),
      ...paymentReminderTasks({ db, billing, clock, keys, config }),
    },
  ];
  const queues = kinds.map((tasks) =>
    startJobQueue({
      url: databaseUrl,
      tasks: measuredTasks(tasks),
      concurrency: jobsOfAKindAtATime,
      onError: logJobErrors(log),
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...jobs, ...queues].map((job) => job.stop()));
    },
  };
}
