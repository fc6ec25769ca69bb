import { maskPerson } from '#domain/personal-data/mask-person.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { deleteAnswersOf } from '#portal/http/request-ids/request-answers.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { leaveAllObjects } from '../accounts/public.ts';
import { deleteTracesOf } from '../codes/public.ts';
import {
  deleteFilesOfCabinets,
  erasedDetail,
  hasFilesOfCabinet,
  maskConversations,
} from '../conversations/public.ts';
import { deleteDocumentsOf } from '../documents/public.ts';
import { clearCommentsOf } from '../feedback/public.ts';
import { erasePersonRecord, lockPerson } from '../identity/public.ts';
import { deleteSettingsOf } from '../notifications/public.ts';
import { deleteMessagesTo } from '../outbox/public.ts';
import { deleteMarksOf } from '../supplier-messages/public.ts';
import {
  listDueErasures,
  listWithFiles,
  lockDueErasure,
  markErased,
  markFilesDeleted,
} from './erasure-store.ts';

export interface ErasingServices {
  readonly db: PortalDatabase;
  readonly files: FileStore;
  readonly clock: Clock;
}

/** Of a round; the next one continues. */
const personsOfRound = 200;
const filesOfStep = 200;

/**
 * Deletes what is stored of a person, in one transaction, files first; what the law makes the supplier keep stays without the person:
 * appeals with their texts masked, consents, the register of access, accounts and books. What it has no right to change are the
 * sealed lists of the staff's acts. Decision 0194.
 */
async function erasePerson(
  { db, files }: ErasingServices,
  identityId: string,
  now: Instant,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, identityId);
    if (!(await lockDueErasure(transaction, identityId, now))) return false;
    if (person === undefined) throw new Error('an erasure is due of who is no person');
    const { surname, name, middleName, phone, email, logins } = person;
    const contacts = [phone, email].filter((contact) => contact !== '');
    const details = { names: [surname, name, middleName], phones: [phone], emails: [email] };
    const mask = (text: string) => maskPerson(text, details, erasedDetail);
    await leaveAllObjects(transaction, identityId, now);
    await maskConversations(transaction, identityId, mask);
    await deleteDocumentsOf(transaction, files, identityId);
    await clearCommentsOf(transaction, identityId);
    await deleteMarksOf(transaction, identityId);
    await deleteSettingsOf(transaction, identityId);
    await deleteMessagesTo(transaction, contacts);
    await deleteTracesOf(transaction, logins);
    await deleteAnswersOf(transaction, identityId);
    await erasePersonRecord(transaction, { identityId, logins: contacts }, mask, now);
    await markErased(transaction, identityId, now);
    return true;
  });
}

/** Deletes the files of conversations that are closed by now, of persons who were erased while they were open. */
async function deleteFilesOfErased(
  { db, files, clock }: ErasingServices,
  signal: AbortSignal,
): Promise<void> {
  for (const identityId of await listWithFiles(db, personsOfRound)) {
    if (signal.aborted) return;
    while ((await deleteFilesOfCabinets(db, files, [identityId], filesOfStep)) === filesOfStep);
    if (!(await hasFilesOfCabinet(db, identityId))) await markFilesDeleted(db, identityId, clock.now());
  }
}

/** Carries out the requests that are due; returns how many. Each person in a transaction of their own. */
export async function eraseDuePersons(services: ErasingServices, signal: AbortSignal): Promise<number> {
  const { db, clock } = services;
  let count = 0;
  for (const identityId of await listDueErasures(db, clock.now(), personsOfRound)) {
    if (signal.aborted) break;
    if (await erasePerson(services, identityId, clock.now())) count += 1;
  }
  await deleteFilesOfErased(services, signal);
  return count;
}
