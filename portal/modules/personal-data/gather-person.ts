import type { Instant } from '#domain/time/instant.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listOwnedObjects } from '../accounts/public.ts';
import { listConversationsOf } from '../conversations/public.ts';
import { listMarksOf } from '../feedback/public.ts';
import { type PersonRecord, readPersonRecord } from '../identity/public.ts';
import { listSettingsOf } from '../notifications/public.ts';
import { listSentMessages } from '../outbox/public.ts';

/** Everything that the portal stores of a person, but for what belongs to an account and the texts of conversations. */
export interface PersonData {
  readonly record: PersonRecord;
  readonly objects: Awaited<ReturnType<typeof listOwnedObjects>>;
  readonly settings: Awaited<ReturnType<typeof listSettingsOf>>;
  readonly sent: Awaited<ReturnType<typeof listSentMessages>>;
  readonly marks: Awaited<ReturnType<typeof listMarksOf>>;
  readonly conversations: Awaited<ReturnType<typeof listConversationsOf>>;
}

/** More than messages of a month are never stored. */
const maxSent = 10_000;

/** Reads what is stored of a person who is signed in. */
export async function gatherPerson(db: PortalDatabase, identityId: string): Promise<PersonData> {
  const record = await readPersonRecord(db, identityId);
  if (record === undefined) throw new Error(`no person ${identityId}`);
  const recipients = [record.card.phone, record.card.email].filter((contact) => contact !== '');
  return {
    record,
    objects: await listOwnedObjects(db, identityId),
    settings: await listSettingsOf(db, identityId),
    sent: await listSentMessages(db, { recipients, since: 0 as Instant }, { limit: maxSent }),
    marks: await listMarksOf(db, identityId),
    conversations: await listConversationsOf(db, identityId),
  };
}
