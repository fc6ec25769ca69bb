import { deriveSecret } from '../http/derive-secret.ts';
import { openBody } from '../modules/outbox/public.ts';
import { type TestApp, tokenSecret } from './start-test-app.ts';

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
  const body = openBody(deriveSecret(tokenSecret, 'messages'), message.body_sealed);
  const code = /[0-9A-HJKMNP-TV-Z]{4}/.exec(body)?.[0];
  if (code === undefined) throw new Error(`no code in the message to ${contact}`);
  return code;
}
