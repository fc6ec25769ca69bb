import type { Kysely } from 'kysely';
import { ACCOUNT_CODES_RENEW } from '#billing/api/accounts.ts';
import { AUDIT_SEAL } from '#billing/api/events.ts';
import type { BillingClient } from '#billing/client.ts';
import { sealRows } from '#platform/audit/audit-seals.ts';
import type { Clock } from '#platform/clock.ts';
import { type JobSet, type PeriodicTasks, startJobRunner } from '#platform/jobs/job-runner.ts';
import { type JobContext, logJobErrors } from '#platform/jobs/task.ts';
import type { Logger } from '#platform/logger.ts';
import { runRetention } from '#platform/retention/run-retention.ts';
import { staffChains } from '#portal/http/records/audit-chains.ts';
import type { Metrics } from '#portal/http/records/metrics.ts';
import { ensurePartitions } from '#portal/http/records/partitions.ts';
import { sendNewestSeals } from '#portal/http/records/seal-deliveries.ts';
import { accessTasks } from '#portal/modules/accounts/access/change-access.ts';
import { bookRecalculations } from '#portal/modules/charges/public.ts';
import { askForPaymentReminders, paymentReminderTasks } from '#portal/modules/payments/public.ts';
import type { Config } from './config.ts';
import { openAntivirus } from './gateways/antivirus/open-antivirus.ts';
import { openFileStore } from './gateways/files/open-file-store.ts';
import { sweepStore } from './gateways/files/stored-files.ts';
import { createMessageGateways } from './gateways/messages/all-gateways.ts';
import { createPaymentGateways } from './gateways/payments/all-gateways.ts';
import type { Keys } from './keys.ts';
import {
  bookApproved,
  closeAnswered,
  conversationTasks,
  markBreaches,
  noteReversals,
  proposeCompensations,
  scanAgain,
  tendChats,
} from './modules/conversations/public.ts';
import { documentTasks, endLostDocuments } from './modules/documents/public.ts';
import { ensureEventPartitions, relayEvents } from './modules/events/public.ts';
import {
  askForLimitReminders,
  askForReminders,
  createPushSender,
  notifyOfEvents,
  reminderTasks,
} from './modules/notifications/public.ts';
import { endStaleMessages, messageTasks } from './modules/outbox/public.ts';
import {
  checkBooks,
  expireForgotten,
  landSandboxPayments,
  settleProvider,
} from './modules/payments/public.ts';
import { eraseDuePersons } from './modules/personal-data/public.ts';
import { addUpCounts, updateDebts } from './modules/reports/public.ts';
import { sealTasks } from './modules/signatures/public.ts';
import { askForDueDeliveries, deliveryTasks } from './modules/supplier-messages/public.ts';
import type { PortalDatabase } from './portal-database.ts';
import { retentionKinds } from './retention.ts';

/** In a round: what a day brings is little, but all that was imported on one day comes of age on one day. */
const codesAtATime = 2000;

/** Has codes replaced that are older than the supplier allows; answers how many. */
async function renewOldCodes(billing: BillingClient, reference: string): Promise<number> {
  const context = { reference, actor: 'portal' };
  const result = await billing.call(ACCOUNT_CODES_RENEW, { limit: codesAtATime }, context);
  if (!result.ok) throw new Error(`ACCOUNT_CODES_RENEW refused: ${result.code}`);
  return result.data.renewed;
}

export interface JobServices {
  /** Database of the jobs; their runner has its own connections. */
  readonly databaseUrl: string;
  readonly db: PortalDatabase;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly config: Config;
  readonly keys: Keys;
  readonly log: Logger;
  /** Absent: jobs are not measured. */
  readonly metrics?: Metrics | undefined;
  /** Jobs of the billing back end when it runs in this process. */
  readonly billingJobs?: JobSet;
}

/** Sending waits for providers, not for this machine: two at a time per channel suffice. */
const slots = { 'send-sms': 2, 'send-mail': 2, 'send-push': 2, 'make-document': 2, 'seal-document': 1 };

export interface RunningJobs {
  /** Jobs of this process that run now. */
  count(): number;
  /** Waits for jobs in flight. */
  stop(): Promise<void>;
}

/** Starts the background jobs of the portal. */
export async function startJobs(services: JobServices): Promise<RunningJobs> {
  const { databaseUrl, db, billing, clock, config, keys, billingJobs } = services;
  const gateways = createPaymentGateways({ db, clock, config, links: keys.links });
  const files = openFileStore(config);
  const log = services.log.child({ part: 'jobs' });
  const makePartitions = async () => {
    await ensureEventPartitions(db, clock.now());
    const { moved } = await ensurePartitions(db, clock.now());
    if (moved > 0) log.error({ moved }, 'records had come before their partition: they are in it now');
  };
  await makePartitions();
  const sweepAll = async ({ signal }: JobContext) => {
    await endStaleMessages(db, clock.now());
    await closeAnswered(db, clock.now());
    await endLostDocuments(db, clock.now());
    // Last: while the storage of files is unavailable nothing else waits for it.
    await scanAgain(db, files, openAntivirus(config));
    const leftovers = await sweepStore(db, files, signal);
    if (leftovers > 0) log.warn({ leftovers }, 'files that killed processes left are deleted');
  };
  const kinds = retentionKinds({ db, files, billing, retention: config.retention });
  const deleteOld = async (context: JobContext) => {
    const onRemoved = services.metrics?.countRemoved;
    const removed = await runRetention({ kinds, now: clock.now(), context, onRemoved });
    log.info({ removed }, 'what was older than its term is deleted');
  };
  const periodic: PeriodicTasks = {
    'relay-events': {
      when: { pauseSeconds: 10 },
      run: (job) =>
        relayEvents(db, billing, job, async (transaction, events) => {
          const { reference } = job;
          await notifyOfEvents({ keys, config, billing, reference }, transaction, events, clock.now());
          await noteReversals(transaction, events, clock.now());
        }),
    },
    'ask-for-reminders': { when: '*/30 * * * *', run: () => askForReminders(db) },
    // Once a day, in the morning of Kyiv: a forecast changes by days.
    'ask-for-limit-reminders': { when: '20 7 * * *', run: () => askForLimitReminders(db) },
    'ask-for-payment-reminders': { when: '*/30 * * * *', run: () => askForPaymentReminders(db) },
    'ask-for-deliveries': {
      when: { pauseSeconds: 15 },
      run: () => askForDueDeliveries({ db, billing, clock, keys, config }),
    },
    'tend-chats': { when: { pauseSeconds: 30 }, run: () => tendChats(db, clock.now()) },
    'make-partitions': { when: '5 * * * *', run: makePartitions },
    // Terms end at midnight of Kyiv.
    'note-breaches': {
      when: '10 * * * *',
      run: async (job) => {
        await markBreaches(db, clock.now());
        await proposeCompensations({ db, billing, clock }, job);
      },
    },
    // What an administrator approves is booked at once: this is for what a process left behind.
    'book-compensations': {
      when: { pauseSeconds: 60 },
      run: (job) => bookApproved({ db, billing, clock }, job),
    },
    sweep: { when: '15 * * * *', run: sweepAll },
    // At night in Kyiv, before the morning's readings.
    'erase-persons': {
      when: '40 * * * *',
      run: async ({ signal }) => {
        const persons = await eraseDuePersons({ db, files, clock }, signal);
        if (persons > 0) log.info({ persons }, 'the data of persons who asked for it are deleted');
      },
    },
    'delete-old': { when: '20 0 * * *', run: deleteOld },
    'book-recalculations': {
      when: '25 * * * *',
      run: (job) => bookRecalculations({ billing, clock }, job),
    },
    // A report derives a few changed accounts itself; after a closing there are all.
    'update-debts': { when: { pauseSeconds: 30 }, run: (job) => updateDebts(billing, job) },
    // Rows are sealed a minute or two after they were added: of the portal here, of the billing there.
    'seal-audit': {
      when: { pauseSeconds: 60 },
      run: async ({ reference, signal }) => {
        for (const chain of staffChains)
          await sealRows(db as unknown as Kysely<unknown>, chain, keys.audit, signal);
        const result = await billing.call(AUDIT_SEAL, {}, { reference, actor: 'portal' });
        if (!result.ok) throw new Error(`AUDIT_SEAL refused: ${result.code}`);
      },
    },
    // A seal that was changed with all that it seals is found by what was sent away.
    'send-audit-seals': {
      when: '50 * * * *',
      run: ({ reference }) => sendNewestSeals({ db, billing, clock, config }, reference),
    },
    // A report counts a few accounts itself, too.
    'add-up-counts': { when: '*/2 * * * *', run: (job) => addUpCounts(billing, db, job) },
    'renew-old-codes': { when: '35 * * * *', run: ({ reference }) => renewOldCodes(billing, reference) },
    // The billing checks once a day, however often it is asked.
    'check-books': { when: '45 * * * *', run: (job) => checkBooks(billing, job) },
    // Due times are stored with the orders: domain/payments/payment-orders.ts.
    'expire-forgotten': {
      when: { pauseSeconds: 20 },
      run: ({ reference }) => expireForgotten({ billing, clock, reference }, gateways),
    },
    // One task per provider: a hanging provider does not delay the others.
    ...Object.fromEntries(
      [...gateways].map(([provider, gateway]): [string, PeriodicTasks[string]] => [
        `settle:${provider}`,
        {
          when: { pauseSeconds: 20 },
          run: ({ reference }) => settleProvider({ billing, clock, reference }, gateway),
        },
      ]),
    ),
    ...(!config.production && {
      'land-sandbox-payments': {
        when: { pauseSeconds: 15 },
        run: ({ reference }) =>
          landSandboxPayments({ billing, clock, gateways, reference }, config.sandboxLandingSeconds * 1000),
      },
    }),
  };
  const push = createPushSender({ db, keys, config });
  const messageGateways = createMessageGateways(config, push);
  let running = 0;
  const { measureJob } = services.metrics ?? {};
  const runner = startJobRunner({
    url: databaseUrl,
    tasks: {
      ...messageTasks({ db, clock, keys, billing, config, gateways: messageGateways }),
      ...documentTasks({ db, billing, files, clock, limitSeconds: config.archiveSeconds }),
      ...sealTasks({ db, files, clock, config }),
      ...accessTasks({ db, billing, clock, keys, config }),
      ...conversationTasks({ db, clock, keys, config }),
      ...reminderTasks({ db, billing, clock, keys, config }),
      ...paymentReminderTasks({ db, billing, clock, keys, config }),
      ...deliveryTasks({ db, billing, clock, keys, config }),
      ...billingJobs?.tasks,
    },
    slots: { ...slots, ...billingJobs?.slots },
    periodic: { ...periodic, ...billingJobs?.periodic },
    onError: logJobErrors(log),
    async measure(job, run) {
      running += 1;
      try {
        return await (measureJob ? measureJob(job, run) : run());
      } finally {
        running -= 1;
      }
    },
  });
  return { count: () => running, stop: runner.stop };
}
