import type pg from 'pg';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { AUDIT_FIND, AUDIT_READ } from '#billing/api/events.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { newId } from '#platform/uuid.ts';

const runs = 20;

/** One entry of twenty is of the staff, spread over those of customers; after them the money of a bank statement, under one request. */
async function seed(pool: pg.Pool, count: number): Promise<string[]> {
  const entry =
    'insert into billing.audit_entry (account_number, audit_id, happened_at, actor, reference, action, before, after)';
  await pool.query(`${entry}
    select (2300000000 + n)::text, gen_random_uuid(), now(), case n % 20 when 0 then 'admin:' else 'person:' end || gen_random_uuid(),
      gen_random_uuid(), case n % 20 when 0 then 'violationAct.decided' else 'reading.submit' end,
      jsonb_build_object('state', 'drawn', 'balance', n % 9000 || '.50'),
      jsonb_build_object('actNumber', 'А-' || n, 'sum', n % 100000 || '.' || lpad((n % 100)::text, 2, '0'), 'state', 'billed',
        'reason', 'Рішення комісії від 12 листопада за заявою споживача', 'entryId', gen_random_uuid(),
        'instalments', '[{"dueOn": "2026-12-01", "sum": "100.00"}, {"dueOn": "2027-01-01", "sum": "50.00"}]'::jsonb)
      from generate_series(1, ${count}) n`);
  await pool.query(`${entry}
    select (2300000000 + n)::text, gen_random_uuid(), now(), 'admin:1', 'statement', 'payment.landed', null,
      jsonb_build_object('sum', n || '.00', 'state', 'landed') from generate_series(1, ${count}) n`);
  await pool.query('vacuum analyze billing.audit_entry');
  const { rows } = await pool.query<{ reference: string }>(
    `select reference from billing.audit_entry where action = 'violationAct.decided' order by entry_number limit 99`,
  );
  return [...rows.map(({ reference }) => reference), 'statement'];
}

export interface AuditBenchResult {
  readonly entries: number;
  /** p95 in milliseconds of the changes of a hundred actions, a whole bank statement among them. */
  readonly read: number;
  /** The same of a search of what staff did: of a sum, of a number, of words that stand nowhere. */
  readonly find: number;
}

/** What staff did among as many entries, and as many of one bank statement. */
export async function benchAudit(log: (line: string) => void): Promise<AuditBenchResult> {
  const entries = scaled(1_000_000, 20_000);
  const database = await openBenchDatabase();
  try {
    const references = await seed(database.pool, entries);
    const connected = connectDatabase<unknown>({ url: database.url, poolSize: 4, planOnce: true });
    const billing = createBilling({
      db: connected.db as BillingDatabase,
      clock: systemClock,
      log: collectLog().log,
    });
    const measure = async (what: string, ask: () => [name: string, input: unknown]) => {
      const times: number[] = [];
      for (let run = 0; run <= runs; run += 1) {
        const from = performance.now();
        const answer = await billing.run(...ask(), { reference: newId(), actor: 'bench' });
        if (!answer.ok) throw new Error(answer.code);
        if (run > 0) times.push(performance.now() - from);
      }
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(runs * 0.95) - 1] ?? 0;
      log(`${what}: p95 ${p95.toFixed(1)} ms`);
      return p95;
    };
    try {
      const read = await measure('changes of 100 actions', () => [AUDIT_READ.name, { references }]);
      const found: number[] = [];
      for (const words of ['1 234,34', `А-${entries - 20}`, 'нічого такого'])
        found.push(await measure(`search of ${words}`, () => [AUDIT_FIND.name, { words }]));
      return { entries, read, find: Math.max(...found) };
    } finally {
      await connected.close();
    }
  } finally {
    await database.close();
  }
}
