import { sql } from 'kysely';
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

/** Messages to a contact but codes, oldest first: kind and channel. */
export async function messagesTo({ portalDb }: TestApp, contact: string): Promise<string[]> {
  const { rows } = await sql<{ message: string }>`
    select kind || ' ' || channel as message from portal.outgoing_message
     where recipient = ${contact} and kind <> 'code' order by created_at`.execute(portalDb);
  return rows.map(({ message }) => message);
}
