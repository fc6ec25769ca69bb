import type pg from 'pg';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import {
  listDone,
  listOpen,
  type QueueFilter,
  readDeskState,
  searchConversations,
} from '#portal/modules/desk/queue-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const conversations = 1_000_000;
const runs = 200;
const now = instantFromIso('2026-11-26T12:00:00Z');
const operator = '0199f000-0000-7000-8001-000000000002';
/** SQL of a person's id, by number. */
const personOf = (number: string) => `('0199f000-0000-7000-8002-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

export interface DeskBenchResult {
  /** p95 in milliseconds. */
  readonly queue: number;
  readonly search: number;
}

/**
 * Conversations of three years, a tenth of them chats, three in a hundred open, each with a message of words as common as in
 * letters, in one of six forms.
 */
async function seed(pool: pg.Pool, conversations: number): Promise<void> {
  const client = await pool.connect();
  try {
    // Rows are made as the product leaves them; its triggers and foreign keys would check each of them.
    await client.query("set session_replication_role = 'replica'");
    await client.query('set synchronous_commit = off');
    await client.query(
      `insert into portal.identity (identity_id, identity_type, password_hash, created_at, phone)
      select ${personOf('n')}, 'person', '', now(), '+38050' || (1000000 + n) from generate_series(0, 299999) n
      union all select $1, 'admin', '', now(), null`,
      [operator],
    );
    await client.query("insert into portal.administrator (identity_id, login) values ($1, 'bench')", [
      operator,
    ]);
    await client.query(`insert into portal.conversation_topic values
      ('billCheck', 'both', 'supplier', 'BILL_CHECK', 'Bill', '', '[]', '[]', 10),
      ('voltage', 'both', 'operator', 'QUALITY', 'Voltage', '', '[]', '[]', 20)`);
    await client.query(
      `insert into portal.conversation (account_number, conversation_id, kind, customer_type, cabinet_id, opened_by, topic_id,
        title, subject, state, last_seq, waiting_since, opened_at, answered_at, closed_at, assigned_to, request_id,
        request_digest, standard_code, standard_valid_from, standard_basis, term_days, term_unit, calendar_version, received_on, due_on,
        clock_started_on, clock_due_on)
      select lpad((n % 700000)::text, 10, '2'), made.id, made.kind, case when n % 20 = 0 then 'entity' else 'person' end,
        ${personOf('n % 300000')}, ${personOf('n % 300000')}, case when made.kind = 'ticket' then case when n % 3 = 0 then 'voltage' else 'billCheck' end end,
        'Question ' || n, '{}', made.state, 1, case when made.is_open then made.at end, made.at,
        case when not made.is_open then made.at end, case when made.state = 'closed' then made.at end,
        case when n % 7 = 0 then $1::uuid end, made.id, '\\x00', made.standard,
        case when made.days is not null then date '2020-08-12' end, made.standard, made.days,
        case when made.days is not null then 'working' end, made.days / 5, case when made.days is not null then made.at::date end,
        made.at::date + made.days, case when made.is_open and made.days is not null then made.at::date end,
        case when made.is_open then made.at::date + made.days end
      from generate_series(1, $2::int) n,
        lateral (select n % 100 < 3 as is_open, case when n % 1000 < 100 then 'chat' else 'ticket' end as kind) of_kind,
        lateral (select of_kind.*, ('0199f000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
          case when n % 100 = 0 then 'new' when n % 100 = 1 then 'inWork' when n % 100 = 2 then 'waitingOperator'
            when n % 100 < 6 then 'answered' else 'closed' end as state,
          case when kind = 'ticket' then 'BILL_CHECK' end as standard, case when kind = 'ticket' then 5 end as days,
          case when is_open then timestamptz '2026-11-26' - (n / 100 % 14400) * interval '1 minute'
            else timestamptz '2026-11-26' - n * interval '94 seconds' end as at) made
      order by made.at`,
      [operator, conversations],
    );
    await client.query(`insert into portal.conversation_clock (account_number, conversation_id, kind, rule, started_on, due_on, met_at)
      select c.account_number, c.conversation_id, k.kind, 'BILL_CHECK', c.received_on, c.due_on, c.answered_at
      from portal.conversation c, (values ('legal'), ('internal')) k (kind)
      where c.due_on is not null order by c.opened_at`);
    // The index is made at the end, as it is after a restore: row by row it takes minutes.
    const [index] = (
      await client.query<{ made: string }>(
        "select pg_get_indexdef('portal.conversation_messages_words_idx'::regclass) as made",
      )
    ).rows;
    await client.query('drop index portal.conversation_messages_words_idx');
    // The nearer to the front of the vocabulary the more common is a word.
    await client.query(
      `insert into portal.conversation_message (account_number, conversation_id, seq, author, author_id, body, client_id,
        sent_at, words)
      select c.account_number, c.conversation_id, 1, 'customer', c.opened_by, 'text', c.conversation_id, c.opened_at, (
        select array_to_tsvector(array_agg(distinct 'слово' || lpad(floor(40000 * random() ^ 3)::int::text, 5, '0')
          || (array['', 'а', 'у', 'ом', 'и', 'ами'])[1 + floor(6 * random())::int]))
        from generate_series(1, 15 + c.last_seq - 1))
      from portal.conversation c order by c.opened_at`,
    );
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query(index?.made ?? '');
    for (const table of ['conversation', 'conversation_clock', 'conversation_message', 'conversation_event'])
      await client.query(`vacuum analyze portal.${table}`);
    await client.query('checkpoint');
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

/** p95 of the statements of the desk, planned once as the server has them. */
async function measureDesk(url: string, log: (line: string) => void): Promise<DeskBenchResult> {
  const connected = connectDatabase<unknown>({ url, poolSize: 4, planOnce: true });
  const db = connected.db as PortalDatabase;
  try {
    const filters: readonly QueueFilter[] = [
      everything,
      { ...everything, topicId: 'voltage' },
      { ...everything, assignee: operator },
      { ...everything, assignee: null, customerType: 'entity' },
      { ...everything, state: 'new' },
      { ...everything, isOverdue: true },
      { ...everything, responsible: 'operator' },
    ];
    const queue = await measure(filters, async (filter) => {
      const first = await listOpen(db, filter, { asOf: now, after: undefined }, 51);
      const last = first.at(-1);
      if (first.length < 51 || last === undefined) throw new Error('the queue is too short');
      return () =>
        listOpen(db, filter, { asOf: now, after: { asOf: now, rank: String(last.rank), id: last.id } }, 51);
    });
    const closedOrAnswered = filters.map((filter, index) => ({
      ...filter,
      isOverdue: undefined,
      state: index % 2 === 0 ? ('closed' as const) : ('answered' as const),
    }));
    const done = await measure(closedOrAnswered, async (filter) => {
      await listDone(db, filter, { now, after: undefined }, 51);
      return undefined;
    });
    const state = await measure([db], async () => {
      await readDeskState(db);
      return undefined;
    });
    const search = await measure(searches, async (typed) => {
      const found = await searchConversations(db, typed, { ...everything, state: undefined }, now, 51);
      if (found.length === 0) throw new Error(`nothing is found for ${typed}`);
      return undefined;
    });
    log(
      `p95: queue ${queue.toFixed(1)} ms, done ones ${done.toFixed(1)} ms, state for the live channel ${state.toFixed(1)} ms, search ${search.toFixed(1)} ms`,
    );
    return { queue: Math.max(queue, done, state), search };
  } finally {
    await connected.close();
  }
}

/** Words from the most common to the rarest, in other forms than they stand, and numbers. */
const searches = [
  'слово00000',
  'слово00017',
  'слово00001 слово00002',
  'слово00300 слово00005',
  'слово39999',
  'слово00004 слово00008 слово00090',
  'слово08000',
  '0501012233',
  '2222212345',
  '4711',
];

/** The desk over a million conversations: its queue with different filters and pages, and its search. */
export async function benchDesk(log: (line: string) => void = () => undefined): Promise<DeskBenchResult> {
  const database = await openBenchDatabase();
  try {
    const started = performance.now();
    await seed(database.pool, conversations);
    log(`${conversations} conversations made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return await measureDesk(database.url, log);
  } finally {
    await database.close();
  }
}

type Step = () => Promise<unknown>;

/** p95 of single statements over all cases in turn: `first` is timed, and the step that it returns. */
async function measure<Case>(
  cases: readonly Case[],
  first: (one: Case) => Promise<Step | undefined>,
): Promise<number> {
  const times: number[] = [];
  const timed = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    const from = performance.now();
    const result = await step();
    times.push(performance.now() - from);
    return result;
  };
  for (let run = 0; run < runs; run += 1) {
    const next = await timed(() => first(cases[run % cases.length] as Case));
    if (next !== undefined) await timed(next);
  }
  return p95(times);
}
