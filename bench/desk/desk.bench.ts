import type pg from 'pg';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import {
  listDone,
  listOpen,
  type QueueFilter,
  searchConversations,
} from '#portal/modules/desk/queue-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const conversations = 1_000_000;
const runs = 200;
const now = instantFromIso('2026-11-26T12:00:00Z');
const person = '0199f000-0000-7000-8000-000000000001';
const operator = '0199f000-0000-7000-8000-000000000002';

export interface DeskBenchResult {
  /** p95 in milliseconds. */
  readonly queue: number;
  readonly search: number;
}

/** A million conversations of three years, three in a hundred open, each with a message of words as common as in letters. */
async function seed(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Rows are made as the product leaves them; its triggers and foreign keys would check each of them.
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into portal.identity (identity_id, identity_type, password_hash, created_at, phone)
      values ($1, 'person', '', now(), '+380501112233'), ($2, 'admin', '', now(), null)`,
      [person, operator],
    );
    await client.query("insert into portal.administrator (identity_id, login) values ($1, 'bench')", [
      operator,
    ]);
    await client.query(`insert into portal.conversation_topic values
      ('billCheck', 'both', 'supplier', 'BILL_CHECK', 'Bill', '', '[]', '[]', 10),
      ('voltage', 'both', 'operator', 'QUALITY', 'Voltage', '', '[]', '[]', 20)`);
    await client.query(
      `insert into portal.conversation (account_number, conversation_id, kind, customer_type, cabinet_id, opened_by, topic_id,
        title, subject, state, last_seq, opened_at, closed_at, assigned_to, request_id, request_digest, standard_code,
        standard_valid_from, standard_basis, term_days, term_unit, calendar_version, received_on, due_on)
      select lpad((n % 700000)::text, 10, '2'), made.id, 'ticket', case when n % 20 = 0 then 'entity' else 'person' end, $1, $1,
        case when n % 5 = 0 then 'voltage' else 'billCheck' end, 'Question ' || n, '{}', made.state, 1, made.at,
        case when made.state = 'closed' then made.at end, case when n % 3 = 0 then $2::uuid end, made.id, '\\x00',
        'BILL_CHECK', '2020-08-12', 'NEURC 375', 5, 'working', 1, made.at::date, made.at::date + 7
      from generate_series(1, $3::int) n,
        lateral (select ('0199f000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
          case when n % 100 = 0 then 'new' when n % 100 = 1 then 'inWork' when n % 100 = 2 then 'waitingOperator'
            when n % 100 < 6 then 'answered' else 'closed' end as state,
          case when n % 100 < 3 then timestamptz '2026-11-26' - (n / 100 % 14400) * interval '1 minute'
            else timestamptz '2026-11-26' - n * interval '94 seconds' end as at) made`,
      [person, operator, conversations],
    );
    await client.query(`insert into portal.conversation_clock (account_number, conversation_id, kind, rule, started_on, due_on, met_at)
      select c.account_number, c.conversation_id, k.kind, 'BILL_CHECK', c.received_on, c.due_on,
        case when c.state in ('answered', 'closed') then c.opened_at end
      from portal.conversation c, (values ('legal'), ('internal')) k (kind)`);
    // The nearer to the front of the vocabulary the more common is a word.
    await client.query(
      `insert into portal.conversation_message (account_number, conversation_id, seq, author, author_id, body, client_id,
        sent_at, words)
      select c.account_number, c.conversation_id, 1, 'customer', $1, 'text', c.conversation_id, c.opened_at, (
        select array_to_tsvector(array_agg(distinct 'слово' || floor(40000 * random() ^ 3)::int::text))
        from generate_series(1, 15 + c.last_seq - 1))
      from portal.conversation c`,
      [person],
    );
    await client.query('vacuum analyze portal.conversation');
    await client.query('vacuum analyze portal.conversation_clock');
    await client.query('vacuum analyze portal.conversation_message');
  } finally {
    client.release(true);
  }
}

const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

const everything: QueueFilter = {
  state: 'open',
  topicId: undefined,
  customerType: undefined,
  responsible: undefined,
  assignee: undefined,
  isOverdue: undefined,
};

/** The desk over a million conversations: its queue with different filters and pages, and its search. */
export async function benchDesk(log: (line: string) => void = () => undefined): Promise<DeskBenchResult> {
  const database = await openBenchDatabase();
  const connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  const db = connected.db as PortalDatabase;
  try {
    const started = performance.now();
    await seed(database.pool);
    log(`${conversations} conversations made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const filters: readonly QueueFilter[] = [
      everything,
      { ...everything, topicId: 'voltage' },
      { ...everything, assignee: operator },
      { ...everything, assignee: null, customerType: 'entity' },
      { ...everything, state: 'new' },
      { ...everything, isOverdue: true },
    ];
    const queue = await measure(async (index) => {
      const filter = filters[index % filters.length] ?? everything;
      const first = await listOpen(db, filter, { asOf: now, after: undefined }, 51);
      const last = first.at(-1);
      if (first.length < 51 || last === undefined) throw new Error('the queue is too short');
      return () =>
        listOpen(db, filter, { asOf: now, after: { asOf: now, rank: String(last.rank), id: last.id } }, 51);
    });
    const done = await measure(async (index) => {
      const filter = { ...everything, state: index % 2 === 0 ? ('closed' as const) : ('answered' as const) };
      await listDone(db, filter, { now, after: undefined }, 51);
      return undefined;
    });
    const words = [
      'слово1',
      'слово17',
      'слово1 слово2',
      'слово300 слово5',
      'слово39999',
      'слово4 слово8 слово90',
      '0501112233',
      '2220012345',
      '4711',
    ];
    const search = await measure(async (index) => {
      await searchConversations(
        db,
        words[index % words.length] ?? '',
        { ...everything, state: undefined },
        now,
        51,
      );
      return undefined;
    });
    log(`p95: queue ${queue.toFixed(1)} ms, done ones ${done.toFixed(1)} ms, search ${search.toFixed(1)} ms`);
    return { queue: Math.max(queue, done), search };
  } finally {
    await connected.close();
    await database.close();
  }
}

type Step = () => Promise<unknown>;

/** p95 of single statements: `first` is timed, and the step that it returns. */
async function measure(first: (index: number) => Promise<Step | undefined>): Promise<number> {
  const times: number[] = [];
  const timed = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    const from = performance.now();
    const result = await step();
    times.push(performance.now() - from);
    return result;
  };
  for (let index = 0; index < runs; index += 1) {
    const next = await timed(() => first(index));
    if (next !== undefined) await timed(next);
  }
  return p95(times);
}
