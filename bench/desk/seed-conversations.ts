import type pg from 'pg';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { accountOf, idOf } from '../support/seed/seed-readings.ts';

const hex = (index: number) => (index + 1).toString(16).padStart(12, '0');

/** Id of the conversation of an account of `seedReadings`. */
export const conversationOf = (index: number) => `00000000-0000-7006-8000-${hex(index)}`;
const sessionOfOperator = (index: number) => `00000000-0000-7008-8000-${hex(index)}`;

/** Makes tokens of the customers of `seedReadings` and of the operators below. */
export function createBenchTokens(sessionKeys: string, now: Instant) {
  const tokens = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys));
  const expiresAt = (now + 12 * 3_600_000) as Instant;
  return {
    ofCustomer: (index: number) =>
      tokens.sign({ sessionId: idOf('session', index), type: 'person', expiresAt }),
    ofOperator: (index: number) =>
      tokens.sign({ sessionId: sessionOfOperator(index), type: 'admin', expiresAt }),
  };
}

/** Adds an open ticket with its first message to each of the first accounts of `seedReadings`, and operators who are signed in. */
export async function seedConversations(
  pool: pg.Pool,
  { conversations, operators, now }: { conversations: number; operators: number; now: Instant },
): Promise<void> {
  const at = `'${instantToIso(now)}'::timestamptz`;
  const id = (family: string) => `('00000000-0000-${family}-8000-' || lpad(to_hex(i + 1), 12, '0'))::uuid`;
  const of = (count: number) => `generate_series(0, ${count - 1}) as i`;
  const account = `(${accountOf(0)} + i)::text`;
  const statements = [
    'set session_replication_role = replica',
    `insert into portal.identity (identity_id, identity_type, password_hash, created_at)
       select ${id('7007')}, 'admin', '', now() from ${of(operators)}`,
    `insert into portal.administrator (identity_id, login) select ${id('7007')}, 'operator' || i from ${of(operators)}`,
    `insert into portal.administrator_role (identity_id, role) select ${id('7007')}, 'operator' from ${of(operators)}`,
    `insert into portal.session (session_id, identity_id, started_at, expires_at)
       select ${id('7008')}, ${id('7007')}, now(), now() + interval '1 day' from ${of(operators)}`,
    `insert into portal.conversation (account_number, conversation_id, kind, customer_type, cabinet_id, opened_by, topic_id,
         title, subject, state, last_seq, waiting_since, opened_at, customer_read_seq, customer_delivered_seq, request_id,
         request_digest, standard_code, standard_valid_from, standard_basis, term_days, term_unit, calendar_version, received_on, due_on,
         clock_started_on, clock_due_on)
       select ${account}, ${id('7006')}, 'ticket', 'person', ${id('7003')}, ${id('7003')}, 'other', 'Question', '{}', 'new', 1,
         ${at}, ${at}, 1, 1, ${id('7006')}, '\\x00', 'APPEAL', '2020-08-12', 'NEURC 375', 30, 'calendar', 1, ${at}::date, ${at}::date + 30, ${at}::date, ${at}::date + 30
       from ${of(conversations)}`,
    `insert into portal.conversation_message (account_number, conversation_id, seq, author, author_id, body, client_id, sent_at,
         words)
       select ${account}, ${id('7006')}, 1, 'customer', ${id('7003')}, 'Question', ${id('7006')}, ${at}, ''
       from ${of(conversations)}`,
    `insert into portal.conversation_event (account_number, conversation_id, event_id, kind, actor, actor_id, after, happened_at)
       select ${account}, ${id('7006')}, ${id('7006')}, 'opened', 'customer', ${id('7003')}, '{"state": "new"}', ${at}
       from ${of(conversations)}`,
    `insert into portal.conversation_clock (account_number, conversation_id, kind, rule, started_on, due_on)
       select ${account}, ${id('7006')}, kind, 'APPEAL', ${at}::date, ${at}::date + 30
       from ${of(conversations)}, unnest('{legal,internal}'::text[]) as kind`,
    'reset session_replication_role',
    'vacuum analyze portal.conversation',
    'vacuum analyze portal.conversation_message',
    'vacuum analyze portal.conversation_clock',
    'vacuum analyze portal.conversation_event',
  ];
  const client = await pool.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release();
  }
}
