import type { BillingClient } from '#billing/client.ts';
import type { RetentionKind } from '#platform/retention/run-retention.ts';
import { dropOldPartitions } from '#portal/http/records/partitions.ts';
import { answerDays, deleteOldAnswers } from '#portal/http/request-ids/request-answers.ts';
import type { FileStore } from './gateways/files/file-store.ts';
import { deleteOldAccessRequests } from './modules/accounts/public.ts';
import { deleteOldReportHours, deleteOldReports } from './modules/client-log/public.ts';
import {
  deleteOldAttempts,
  deleteOldCodes,
  deleteOldNetworks,
  deleteOldWork,
  deleteOldWrongCodes,
  networkDays,
} from './modules/codes/public.ts';
import { deleteUnsentFiles, eraseOldConversations } from './modules/conversations/public.ts';
import { deleteOldDocuments } from './modules/documents/public.ts';
import { deleteOldEvents } from './modules/events/public.ts';
import { clearOldComments } from './modules/feedback/public.ts';
import {
  deleteAbandonedFactors,
  deleteOldChallenges,
  deleteOldSessions,
  deleteOldSignIns,
} from './modules/identity/public.ts';
import { deleteOldReminders } from './modules/notifications/public.ts';
import { deleteOldMessages } from './modules/outbox/public.ts';
import {
  deleteOldPhotos,
  deleteOldWorkbookChecks,
  deleteUnnamedPhotos,
  photosOfBatch,
  photoWaitsDays,
} from './modules/readings/public.ts';
import { deleteOldDeliveries } from './modules/supplier-messages/public.ts';
import type { PortalDatabase } from './portal-database.ts';
import type { RetentionDays } from './retention-config.ts';

export interface RetentionServices {
  readonly db: PortalDatabase;
  readonly files: FileStore;
  readonly billing: BillingClient;
  readonly retention: RetentionDays;
}

/** Attempts and codes: a day of them is counted. */
const signInStepDays = 2;
/** Rows of files take longer, for the bytes go with them. */
const fileBatch = 200;

/** Every kind of data of the portal that ends, in the order in which the nightly job goes through them. Docs: docs/operations.md. */
export function retentionKinds({
  db,
  files,
  billing,
  retention,
}: RetentionServices): readonly RetentionKind[] {
  return [
    ...signInKinds(db, retention),
    ...messageKinds(db, retention),
    ...fileKinds({ db, files, billing, retention }),
    {
      kind: 'accountEvents',
      days: retention.accountEvents,
      remove: (before, limit) => deleteOldEvents(db, before, limit),
    },
    {
      kind: 'feedbackComments',
      days: retention.feedback,
      remove: (before, limit) => clearOldComments(db, before, limit),
    },
    {
      kind: 'accessRequests',
      days: 0,
      remove: (before, limit) => deleteOldAccessRequests(db, before, limit),
    },
    {
      kind: 'requestAnswers',
      days: answerDays,
      remove: (before, limit) => deleteOldAnswers(db, before, limit),
    },
    {
      kind: 'workbookChecks',
      days: 1,
      remove: (before, limit) => deleteOldWorkbookChecks(db, before, limit),
    },
    {
      kind: 'browserReports',
      days: retention.browserReports,
      remove: (before, limit) => deleteOldReports(db, before, limit),
    },
    { kind: 'browserReportHours', days: 1, remove: (before) => deleteOldReportHours(db, before) },
    { kind: 'calls', days: retention.calls, remove: (before) => dropOldPartitions(db, 'calls', before) },
    {
      kind: 'rollups',
      days: retention.rollups,
      remove: (before) => dropOldPartitions(db, 'rollups', before),
    },
  ];
}

function signInKinds(db: PortalDatabase, retention: RetentionDays): readonly RetentionKind[] {
  return [
    {
      kind: 'signInAttempts',
      days: signInStepDays,
      remove: (before, limit) => deleteOldAttempts(db, before, limit),
    },
    { kind: 'codes', days: signInStepDays, remove: (before, limit) => deleteOldCodes(db, before, limit) },
    { kind: 'codeWork', days: signInStepDays, remove: (before, limit) => deleteOldWork(db, before, limit) },
    {
      kind: 'signInChallenges',
      days: signInStepDays,
      remove: (before, limit) => deleteOldChallenges(db, before, limit),
    },
    {
      kind: 'abandonedFactors',
      days: signInStepDays,
      remove: (before, limit) => deleteAbandonedFactors(db, before, limit),
    },
    {
      kind: 'knownNetworks',
      days: networkDays,
      remove: (before, limit) => deleteOldNetworks(db, before, limit),
    },
    {
      kind: 'wrongCodes',
      days: networkDays,
      remove: (before, limit) => deleteOldWrongCodes(db, before, limit),
    },
    {
      kind: 'signIns',
      days: retention.signIns,
      remove: (before, limit) => deleteOldSignIns(db, before, limit),
    },
    {
      kind: 'sessions',
      days: retention.signIns,
      remove: (before, limit) => deleteOldSessions(db, before, limit),
    },
  ];
}

function messageKinds(db: PortalDatabase, retention: RetentionDays): readonly RetentionKind[] {
  return [
    {
      kind: 'withheldMessages',
      days: signInStepDays,
      remove: (before, limit) => deleteOldMessages(db, 'withheld', before, limit),
    },
    {
      kind: 'messages',
      days: retention.messages,
      remove: (before, limit) => deleteOldMessages(db, 'all', before, limit),
    },
    {
      // A reminder of a year ago can't be planned again.
      kind: 'reminders',
      days: 366,
      remove: (before, limit) => deleteOldReminders(db, before, limit),
    },
    {
      kind: 'supplierMessages',
      days: retention.supplierMessages,
      remove: (before, limit) => deleteOldDeliveries(db, before, limit),
    },
  ];
}

function fileKinds({ db, files, billing, retention }: RetentionServices): readonly RetentionKind[] {
  return [
    {
      kind: 'unnamedPhotos',
      days: photoWaitsDays,
      batch: photosOfBatch,
      remove: (before, limit, { reference }) =>
        deleteUnnamedPhotos({ db, files, billing }, before, limit, reference),
    },
    {
      kind: 'photos',
      days: retention.photos,
      batch: fileBatch,
      remove: (before, limit) => deleteOldPhotos({ db, files }, before, limit),
    },
    {
      kind: 'unsentFiles',
      days: 1,
      batch: fileBatch,
      remove: (before, limit) => deleteUnsentFiles(db, files, before, limit),
    },
    {
      kind: 'tickets',
      days: retention.tickets,
      batch: fileBatch,
      remove: (before, limit) => eraseOldConversations(db, files, 'ticket', before, limit),
    },
    {
      kind: 'chats',
      days: retention.chats,
      batch: fileBatch,
      remove: (before, limit) => eraseOldConversations(db, files, 'chat', before, limit),
    },
    {
      kind: 'billArchives',
      days: 14,
      batch: fileBatch,
      remove: (before, limit) => deleteOldDocuments(db, files, 'archives', before, limit),
    },
    {
      kind: 'documents',
      days: retention.documents,
      batch: fileBatch,
      remove: (before, limit) => deleteOldDocuments(db, files, 'others', before, limit),
    },
    {
      kind: 'entityActs',
      days: retention.entityActs,
      batch: fileBatch,
      remove: (before, limit) => deleteOldDocuments(db, files, 'entityActs', before, limit),
    },
  ];
}
