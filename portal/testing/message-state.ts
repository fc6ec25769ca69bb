import type { TestApp } from './start-test-app.ts';

/** The state of the newest message to a contact; undefined: there is none. */
export async function stateOfMessageTo(app: TestApp, contact: string): Promise<string | undefined> {
  const message = await app.portalDb
    .selectFrom('portal.outgoing_message')
    .select('state')
    .where('recipient', '=', contact)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return message?.state;
}
