import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { seedAdministrator } from '#bench/records/seed-records.ts';
import { runLoad } from '#bench/support/load/http-load.ts';
import { median } from '#bench/support/median.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { fillCabinets } from '#bench/support/seed/fill-cabinets.ts';
import { type BenchServer, startServer } from '#bench/support/start-server.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTokens } from '#portal/http/session/token.ts';

const few = 300;
const months = 24;
const rounds = 9;
const maxRounds = 27;
/** Maximum ratio of the large supplier to the small one. */
const maxRatio = 1.35;
const perRound = 10;
const warmUps = 10;
const sessionKeys = newKeyRingText();
const tokens = createTokens(parseKeyRing('SESSION_KEYS', sessionKeys));

/** A household with its cabinet and the month of its newest bill. */
interface Household {
  readonly account: string;
  readonly id: string;
  readonly period: string;
}

/** The calls of the card of a customer and of that of an account: the facts, then each section. */
const calls: readonly (readonly [path: string, fields: (household: Household) => object, name?: string])[] = [
  ['/api/admin/customers/get', ({ id }) => ({ id })],
  ['/api/admin/customers/accounts', ({ id }) => ({ id })],
  ['/api/admin/customers/conversations', ({ id }) => ({ id })],
  ['/api/admin/customers/messages', ({ id }) => ({ id })],
  ['/api/admin/customers/history', ({ id }) => ({ id })],
  ['/api/admin/master-data/list', ({ account }) => ({ account })],
  ['/api/admin/ledger/list', ({ account }) => ({ account })],
  ['/api/admin/accounts/bills', ({ account }) => ({ account })],
  ['/api/admin/accounts/bill-pdf', ({ account, period }) => ({ account, period, kind: 'bill' })],
  ['/api/admin/payments/find', ({ account }) => ({ query: account })],
  ['/api/admin/accounts/payments', ({ account }) => ({ account })],
  ['/api/admin/accounts/readings', ({ account }) => ({ account })],
  ['/api/admin/accounts/acts', ({ account }) => ({ account })],
  ['/api/admin/accounts/cabinets', ({ account }) => ({ account })],
  ['/api/admin/accounts/conversations', ({ account }) => ({ account })],
  ['/api/admin/accounts/messages', ({ account }) => ({ account })],
  ['/api/admin/customers/history', ({ account }) => ({ account }), 'history of an account'],
];
type CardCall = (typeof calls)[number];

/** What the import does not bring: a phone, messages of a month, conversations and acts of the staff of two years. */
const statements = [
  'set session_replication_role = replica',
  `update portal.identity i set phone = '+380' || (500000000 + n), phone_confirmed_at = now()
     from (select identity_id, row_number() over (order by identity_id) as n from portal.identity) numbered
    where numbered.identity_id = i.identity_id and i.identity_type = 'person'`,
  `insert into portal.outgoing_message (message_id, channel, recipient, kind, state, provider, account_number, created_at, sent_at)
     select gen_random_uuid(), 'sms', i.phone, 'billIssued', 'sent', 'bench', a.account_number, now() - n * interval '1 day', now()
       from portal.identity i join portal.identity_account a using (identity_id), generate_series(1, 10) n
      where i.phone is not null`,
  `insert into portal.conversation (account_number, conversation_id, kind, customer_type, cabinet_id, opened_by, topic_id,
       title, subject, state, last_seq, waiting_since, opened_at, customer_read_seq, customer_delivered_seq, request_id,
       request_digest, standard_code, standard_valid_from, standard_basis, term_days, term_unit, calendar_version, received_on, due_on,
       clock_started_on, clock_due_on)
     select account_number, gen_random_uuid(), 'ticket', 'person', identity_id, identity_id, 'other', 'Question', '{}', 'answered', 1,
       null, now() - n * interval '100 days', 1, 1, gen_random_uuid(), '\\x00', 'APPEAL', '2020-08-12', 'NEURC 375', 30, 'calendar', 1,
       current_date, current_date + 30, current_date, current_date + 30
     from portal.identity_account, generate_series(1, 5) n`,
  `insert into portal.staff_action (action_id, actor_id, call, accounts, subjects, happened_at, address, reference, outcome,
       session_id, finished_at)
     select gen_random_uuid(), administrator.identity_id, '/api/admin/ledger/correct', array[account_number], '{}',
       now() - n * interval '90 days', '127.0.0.1', gen_random_uuid()::text, 'success', gen_random_uuid(),
       now() - n * interval '90 days'
     from portal.identity_account, generate_series(1, 5) n, (select identity_id from portal.administrator limit 1) administrator`,
  'reset session_replication_role',
  'vacuum analyze',
  'checkpoint',
];

/** A supplier of one size with its server, a token of an owner of the cabinet, and households spread over it. */
interface Side {
  readonly server: BenchServer;
  readonly token: string;
  readonly households: readonly Household[];
}

async function openSide(
  { url, adminUrl }: { url: string; adminUrl: string },
  dataFolder: string,
): Promise<Side> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1 });
  try {
    const sessionId = await seedAdministrator(pool);
    for (const statement of statements) await pool.query(statement);
    const { rows } = await pool.query<Household>(
      `select account_number as account, identity_id as id, period from portal.identity_account
        cross join lateral (select max(period) as period, count(*) as bills from billing.bill b
          where b.account_number = identity_account.account_number) billed
        where bills >= ${months} order by md5(account_number) limit ${warmUps + rounds * perRound}`,
    );
    if (rows.length === 0) throw new Error(`no household with ${months} bills`);
    const environment = { DATABASE_URL: url, SESSION_KEYS: sessionKeys, SVITLO_DATA: dataFolder };
    const expiresAt = (systemClock.now() + 12 * 3_600_000) as Instant;
    return {
      server: await startServer(environment),
      token: tokens.sign({ sessionId, type: 'admin', expiresAt }),
      households: rows,
    };
  } finally {
    await pool.end();
  }
}

/** Median time of some requests, each of another household, milliseconds. */
async function measure(
  [path, fields]: CardCall,
  side: Side,
  first: number,
  requests: number,
): Promise<number> {
  const { server, token, households } = side;
  const { p50, statuses } = await runLoad({
    url: server.url,
    connections: 1,
    requests,
    next: (index) => {
      const household = households[(first + index) % households.length] as Household;
      return { path, body: { token, ...fields(household) } };
    },
  });
  if (Object.keys(statuses).join() !== '200')
    throw new Error(`${path} answered ${Object.keys(statuses).join()}`);
  return p50;
}

export interface CardCallTime {
  readonly name: string;
  /** Milliseconds at the small and the large supplier, median of the rounds. */
  readonly few: number;
  readonly many: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
}

async function compare(call: CardCall, small: Side, large: Side): Promise<CardCallTime> {
  for (const side of [small, large]) await measure(call, side, 0, warmUps);
  const pairs: { few: number; many: number }[] = [];
  // A call that seems too slow gets more rounds, because other work on the machine disturbs single rounds.
  const isTooSlow = () => median(pairs.map((pair) => pair.many / pair.few)) > maxRatio;
  for (let round = 0; round < rounds || (round < maxRounds && isTooSlow()); round += 1) {
    // The order alternates, so that a machine that slows down favours neither side.
    const order = round % 2 === 0 ? [small, large] : [large, small];
    const measured = new Map<Side, number>();
    for (const side of order)
      measured.set(side, await measure(call, side, warmUps + round * perRound, perRound));
    pairs.push({ few: measured.get(small) ?? 0, many: measured.get(large) ?? 0 });
  }
  return {
    name: call[2] ?? call[0],
    few: median(pairs.map((pair) => pair.few)),
    many: median(pairs.map((pair) => pair.many)),
    ratio: median(pairs.map((pair) => pair.many / pair.few)),
  };
}

/** How often each table of the supplier's data was read whole. */
async function countScans(pool: pg.Pool): Promise<ReadonlyMap<string, number>> {
  // A connection that is idle tells its counts after ten seconds.
  await setTimeout(11_000);
  const { rows } = await pool.query<{ table: string; scans: string }>(
    `select schemaname || '.' || relname as table, seq_scan as scans from pg_stat_user_tables
      where schemaname in ('billing', 'portal') and n_live_tup > 2000`,
  );
  return new Map(rows.map(({ table, scans }) => [table, Number(scans)]));
}

export interface CardBenchResult {
  readonly accounts: number;
  readonly times: readonly CardCallTime[];
  /** Tables of the large supplier that a call read whole each time. */
  readonly scanned: readonly string[];
}

/**
 * The cards of a customer and of an account with 24 months of history, at a supplier of 300 accounts and at one of 100,000, both
 * imported and served beside each other: one request at a time, in turn, each of another household.
 */
export async function benchCard(log: (line: string) => void): Promise<CardBenchResult> {
  const accounts = scaled(100_000, few);
  const database = await openBenchDatabase();
  const sides: Side[] = [];
  try {
    const beside = (url: string) => url.replace(/\/svitlo$/, '/small');
    await database.pool.query('create database small template svitlo');
    for (const [of, count] of [
      [{ url: beside(database.url), adminUrl: beside(database.adminUrl) }, few],
      [database, accounts],
    ] as const) {
      log(`loading ${count} accounts with ${months} months`);
      await fillCabinets(of.url, count, database.dataFolder, { months });
      sides.push(await openSide(of, database.dataFolder));
    }
    const [small, large] = sides;
    if (small === undefined || large === undefined) throw new Error('two sides');
    const before = await countScans(database.pool);
    const times: CardCallTime[] = [];
    for (const call of calls) {
      const time = await compare(call, small, large);
      times.push(time);
      log(
        `${time.name}: ${time.few.toFixed(2)} ms, ${time.many.toFixed(2)} ms, ratio ${time.ratio.toFixed(2)}`,
      );
    }
    const after = await countScans(database.pool);
    const scanned = [...after].filter(
      ([table, scans]) => scans - (before.get(table) ?? 0) >= rounds * perRound,
    );
    return { accounts, times, scanned: scanned.map(([table]) => table) };
  } finally {
    for (const { server } of sides) await server.stop();
    await database.close();
  }
}
