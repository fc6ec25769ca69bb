import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import { startClosing } from '#bench/support/start-closing.ts';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { TARIFF_LIST, TARIFF_PLAN, TARIFF_TRIAL } from '#billing/api/tariffs.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { processTrials } from '#billing/modules/charges/tariff-plans/trial-worker.ts';
import { addMonths, billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { migrateJobQueue } from '#platform/jobs/migrate-job-queue.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { newId } from '#platform/uuid.ts';
import { median } from '../support/median.ts';

const firstPeriod = billingPeriod('2025-10');
const rounds = 3;
const administrator = { id: 'bench', name: 'Bench' };

export interface TrialBenchResult {
  readonly accounts: number;
  /** Median of the rounds' ratios: the trial to the closing of the same accounts and month before it. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/** A planned version of the tariff of all accounts, tried on each month just after it was closed. */
export async function benchTrial(log: (line: string) => void): Promise<TrialBenchResult> {
  const accounts = scaled(100_000, 1000);
  const periods = Array.from({ length: rounds }, (_, round) => addMonths(firstPeriod, round));
  const database = await openBenchDatabase();
  try {
    await migrateJobQueue(database.url);
    await seedClosing(database.pool, { accounts, periods, withContracts: false });
    await database.pool.query(`update billing.account set tariff_code = 'household'`);
    await database.pool.query('vacuum analyze');
    const connected = connectDatabase<unknown>({ url: database.url, poolSize: 4, planOnce: true });
    const db = connected.db as BillingDatabase;
    const clock = fixedClock(kyivInstant(firstDay(firstPeriod), 12, 0));
    const billing = createBilling({ db, clock, log: collectLog().log });
    const ask = async (name: string, input: unknown) => {
      const answer = await billing.run(name, input, { reference: newId(), actor: 'bench' });
      if (!answer.ok) throw new Error(`${name}: ${answer.code}`);
      return answer.data;
    };
    const ratios: number[] = [];
    try {
      for (const period of periods) {
        const closing = await startClosing({ url: database.url, period, isHurried: true }).ended;
        if (closing?.result.kind !== 'closed') throw new Error(`${period} was not closed`);
        clock.set(kyivInstant(firstDayAfter(period), 18, 0));
        const asked: ModuleInput<typeof TARIFF_PLAN> = {
          tariffCode: 'household',
          planId: null,
          revision: 0,
          validFrom: firstDay(addMonths(period, 2)),
          prices: {
            rule: { kind: 'flat', price: '5.18' },
            zones: { two: { night: '0.5' }, three: { peak: '1.5', night: '0.4' } },
          } as unknown as ModuleInput<typeof TARIFF_PLAN>['prices'],
          act: 'bench',
          asRecalculation: false,
          reason: 'bench',
          administrator,
        };
        const { plan } = (await ask(TARIFF_PLAN.name, asked)) as { plan: { planId: string } };
        await ask(TARIFF_TRIAL.name, { planId: plan.planId, act: 'start', administrator });
        const from = performance.now();
        await processTrials({ db, pool: connected.pool, clock });
        const seconds = (performance.now() - from) / 1000;
        const { tariffs } = (await ask(TARIFF_LIST.name, {})) as {
          tariffs: { plans: { planId: string; trial: { state: string } | null }[] }[];
        };
        const trial = tariffs
          .flatMap(({ plans }) => plans)
          .find(({ planId }) => planId === plan.planId)?.trial;
        if (trial?.state !== 'done') throw new Error(`the trial is ${JSON.stringify(trial)}`);
        ratios.push(seconds / closing.seconds);
        log(`${period}: closed in ${closing.seconds.toFixed(1)} s, tried in ${seconds.toFixed(1)} s`);
      }
    } finally {
      await connected.close();
    }
    return { accounts, ratio: median(ratios), ratios };
  } finally {
    await database.close();
  }
}
