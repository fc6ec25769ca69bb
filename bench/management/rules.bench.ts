import pg from 'pg';
import { median } from '#bench/support/median.ts';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { RULE_PREVIEW } from '#billing/api/rules.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { TermContent } from '#contract/service-terms/term-changes.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { previewVersion } from '#portal/modules/service-terms/preview-version.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** As many accounts as a preview looks at, of how many there may be. */
const few = 20_000;
const rounds = 9;
const now = '2026-10-20T09:00:00Z';

/** Each counts something of its own. */
const rules: ModuleInput<typeof RULE_PREVIEW> = {
  values: [
    { rule: 'readings.window.person.lastDays', value: 4 },
    { rule: 'readings.window.entity.lastDays', value: 4 },
    { rule: 'readings.deviation.first.percent', value: 30 },
    { rule: 'payments.most', value: '500.00' },
    { rule: 'payments.entity.most', value: '500.00' },
    { rule: 'access.codeMonths', value: 6 },
  ],
  validFrom: '2026-11-01',
};
const calendar: TermContent = {
  kind: 'calendar',
  weeklyDaysOff: [6, 7],
  days: [{ day: '2026-10-26', kind: 'dayOff' }],
  holidaysAreWorkdays: true,
  opensAt: '09:00',
  closesAt: '17:00',
  afterHoursIsNextDay: true,
};

/**
 * What a closing does not need: months of a year before, three payments of each account, counts of readings, and a conversation of each
 * account of the last two years, every thirtieth of them open, every fifth a chat.
 */
const statements = [
  'set session_replication_role = replica',
  ...['2025-07', '2025-08'].map(
    (
      month,
    ) => `insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value,
       closing_value, energy_wh, basis)
     select account_number, '${month}', meter_id, zone, from_date, to_date, opening_value, closing_value, energy_wh, basis
     from billing.consumption where period = '2025-09'`,
  ),
  `insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas, state, started_at)
     select account_number, gen_random_uuid(), account_number || '-' || n, gen_random_uuid(), 'bench', 'energy', 10000 + n * 30000,
       'matched', '${now}'::timestamptz - n * interval '40 days' from billing.account, generate_series(1, 3) n`,
  `insert into billing.reading_count (hour, source, customer_type, readings)
     select hour, 'customer', type, 40 from generate_series('${now}'::timestamptz - interval '1 year', '${now}', '1 hour') hour,
       unnest(array['person', 'entity']) type`,
  `insert into portal.conversation (account_number, conversation_id, kind, customer_type, cabinet_id, opened_by, topic_id, title,
       subject, state, last_seq, opened_at, request_id, request_digest, standard_code, standard_valid_from, standard_basis,
       term_days, term_unit, calendar_version, received_on, due_on, clock_started_on, clock_due_on)
     select account_number, gen_random_uuid(), case when n % 5 = 0 then 'chat' else 'ticket' end, 'person', owner, owner, 'other',
       'Question', '{}', case when n % 30 = 0 then 'new' else 'answered' end, 1,
       '${now}'::timestamptz - n % 30 * interval '25 days' - n % 1440 * interval '1 minute', gen_random_uuid(), '\\x00', 'APPEAL',
       '2018-10-24', 'NEURC 375', 30, 'calendar', 1, day, day + 30, day, day + 30
     from (select account_number, row_number() over (order by account_number) as n from billing.account) numbered,
       (select '00000000-0000-7003-8000-000000000001'::uuid as owner, '2026-10-19'::date as day) shared`,
  'reset session_replication_role',
  'vacuum analyze',
  'checkpoint',
];

export interface RulesBenchResult {
  readonly accounts: number;
  /** Milliseconds, median of the rounds, at 20,000 accounts and at all of them. */
  readonly rules: Times;
  /** The same of a version of the work calendar, over as many conversations. */
  readonly terms: Times;
}
interface Times {
  readonly few: number;
  readonly many: number;
  /** Median of the rounds' ratios, and of those to the growth of a plain count over the same tables. */
  readonly ratio: number;
  readonly toScan: number;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** A supplier with its two previews, and a plain count over the tables of each. */
async function openSide({ url, adminUrl }: { url: string; adminUrl: string }, accounts: number) {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1 });
  await seedClosing(pool, { accounts, periods: [billingPeriod('2026-10')], withContracts: true });
  for (const statement of statements) await pool.query(statement);
  const connected = connectDatabase<unknown>({ url, poolSize: 4 });
  const clock = fixedClock(instantFromIso(now));
  const billing = createBilling({ db: connected.db as BillingDatabase, clock, log: collectLog().log });
  return {
    async rules() {
      const answer = await billing.run(RULE_PREVIEW.name, rules, { reference: newId(), actor: 'bench' });
      if (!answer.ok) throw new Error(`RULE_PREVIEW: ${answer.code}`);
    },
    terms: () => previewVersion(connected.db as PortalDatabase, calendar, clock.now()),
    async scanOfRules() {
      for (const table of ['account', 'customer', 'consumption', 'payment'])
        await pool.query(`select count(*) from billing.${table}`);
    },
    scanOfTerms: () => pool.query(`select count(*) from portal.conversation where title <> ''`),
    async close() {
      await connected.close();
      await pool.end();
    },
  };
}
type Side = Awaited<ReturnType<typeof openSide>>;

async function compare(
  small: Side,
  large: Side,
  preview: 'rules' | 'terms',
  scan: 'scanOfRules' | 'scanOfTerms',
): Promise<Times> {
  const pairs: { few: number; many: number; scan: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair = {
      few: await timed(small[preview]),
      many: await timed(large[preview]),
      scan: await timed(large[scan]),
    };
    // The first one warms up.
    if (round > 0) pairs.push(pair);
  }
  return {
    few: median(pairs.map((pair) => pair.few)),
    many: median(pairs.map((pair) => pair.many)),
    ratio: median(pairs.map((pair) => pair.many / pair.few)),
    toScan: median(pairs.map((pair) => pair.many / pair.scan)),
  };
}

/** Previews of rules and of a work calendar at a supplier of 20,000 accounts and at one of 100,000, in turn. */
export async function benchRules(log: (line: string) => void): Promise<RulesBenchResult> {
  const accounts = scaled(100_000, few);
  const database = await openBenchDatabase();
  const sides: Side[] = [];
  try {
    const beside = (url: string) => url.replace(/\/svitlo$/, '/small');
    await database.pool.query('create database small template svitlo');
    const small = await openSide({ url: beside(database.url), adminUrl: beside(database.adminUrl) }, few);
    sides.push(small);
    const large = await openSide(database, accounts);
    sides.push(large);
    const result = {
      accounts,
      rules: await compare(small, large, 'rules', 'scanOfRules'),
      terms: await compare(small, large, 'terms', 'scanOfTerms'),
    };
    for (const [name, { few: less, many, toScan }] of Object.entries({
      rules: result.rules,
      terms: result.terms,
    }))
      log(`${name}: ${less.toFixed(0)} ms, ${many.toFixed(0)} ms, to a count ${toScan.toFixed(2)}`);
    return result;
  } finally {
    for (const side of sides) await side.close();
    await database.close();
  }
}
