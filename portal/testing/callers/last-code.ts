import { openParams } from '#portal/modules/outbox/seal.ts';
import { type TestApp, testKeys } from '../start-test-app.ts';

/** The code in the newest message to a phone or e-mail. Throws when there is none. */
export async function lastCodeTo({ portalDb }: TestApp, contact: string): Promise<string> {
  const message = await portalDb
    .selectFrom('portal.outgoing_message')
    .select('body_sealed')
    .where('recipient', '=', contact)
    .where('kind', '=', 'code')
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (message?.body_sealed === undefined || message.body_sealed === null) {
    throw new Error(`no code waits for ${contact}`);
  }
  const { code } = openParams({ keys: testKeys }, message.body_sealed);
  if (code === undefined) throw new Error(`no code in the message to ${contact}`);
  return code;
}
