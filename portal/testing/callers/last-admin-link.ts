import { openParams } from '#portal/modules/outbox/seal.ts';
import { type TestApp, testKeys } from '../start-test-app.ts';

/** The key of the newest link to set a password that was sent to the e-mail or phone of an administrator. Throws when there is none. */
export async function lastAdminKeyTo({ portalDb }: TestApp, contact: string): Promise<string> {
  const message = await portalDb
    .selectFrom('portal.outgoing_message')
    .select('body_sealed')
    .where('recipient', '=', contact)
    .where('kind', '=', 'adminLink')
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (message?.body_sealed === undefined || message.body_sealed === null)
    throw new Error(`no link waits for ${contact}`);
  const { link = '' } = openParams({ keys: testKeys }, message.body_sealed);
  return new URL(link).searchParams.get('key') ?? '';
}
