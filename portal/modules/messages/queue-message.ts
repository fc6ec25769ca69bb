import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { sealBody } from './seal.ts';

/** A message to be sent. */
export interface NewMessage {
  readonly channel: 'sms' | 'mail';
  readonly recipient: string;
  readonly kind: 'code' | 'passwordChanged' | 'contactChanged' | 'test';
  readonly params: Readonly<Record<string, string>>;
  /** Whether it is sent only to somebody who is known; decided where it is sent. */
  readonly condition?: 'always' | 'knownPerson' | 'knownEntity';
  /** The account that the condition asks about. */
  readonly conditionAccount?: string;
  /** After this it is not sent any more. */
  readonly expiresAt?: Instant;
}

/** Keeps a message until it is sent, its body sealed; in the caller's transaction. Answers its id. */
export async function queueMessage(
  { db, secretFor }: Pick<PortalServices, 'db' | 'secretFor'>,
  message: NewMessage,
  now: Instant,
): Promise<string> {
  const messageId = newId();
  await db
    .insertInto('portal.outgoing_message')
    .values({
      message_id: messageId,
      channel: message.channel,
      recipient: message.recipient,
      kind: message.kind,
      body_sealed: sealBody(secretFor('messages'), JSON.stringify(message.params)),
      condition: message.condition ?? 'always',
      condition_account: message.conditionAccount ?? null,
      created_at: instantToIso(now),
      expires_at: message.expiresAt === undefined ? null : instantToIso(message.expiresAt),
    })
    .execute();
  return messageId;
}
