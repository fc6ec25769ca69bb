import { sql } from 'kysely';
import {
  CLOSING_EXCEPTION_LIST,
  CLOSING_RUN_ACT,
  CLOSING_RUN_LIST,
  CLOSING_RUN_START,
} from '#billing/api/billing-periods.ts';
import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertAudit } from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type {
  ClosingExceptionData,
  ClosingPlanData,
  ClosingRunData,
} from '#contract/values/billing-period.ts';
import {
  type ClosingExceptionKind,
  chargeGrounds,
  closingExceptionKinds,
  stopsClosing,
} from '#domain/charges/closing-exceptions.ts';
import { toKwh, wattHours } from '#domain/energy.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { readingsTakenUntil } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { float8, int4, int8, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { isBilled, isCharged } from '../closing/closing-statements.ts';
import { listClosingStates } from '../closing/period-progress-store.ts';
import { countUndecided, type UndecidedCount } from '../closing/undecided-readings.ts';
import { isPeriodClosed } from '../period-store.ts';
import { findStaleReasons, readAuditMark, type StaleReason } from './find-changes.ts';
import {
  type ClosingRun,
  findNextToClose,
  insertRun,
  listRuns,
  lockRun,
  moveRun,
  type PeriodToClose,
  readWorkers,
} from './run-store.ts';
import { type RunShare, type RunTotals, readStoredTotals } from './run-totals.ts';
import { askForRuns } from './run-worker.ts';

type Workers = Awaited<ReturnType<typeof readWorkers>>;

/** CLOSING_RUN_LIST */
export const handleClosingRunList = handleModule(CLOSING_RUN_LIST, ({ db, clock }) => async ({ limit }) => {
  const [periods, next, workers] = await Promise.all([
    listClosingStates(db, limit),
    findNextToClose(db),
    readWorkers(db),
  ]);
  const [runs, plan] = await Promise.all([
    listRuns(
      db,
      periods.map(({ period }) => period),
    ),
    next && planOf(db, next, clock.now()),
  ]);
  const dryRun = runs.find((run) => next?.state === 'open' && isDryRunOf(run, next.period));
  const stale = dryRun === undefined ? [] : await findStaleReasons(db, dryRun);
  const isRunClosing = workers.worksOnRuns && runs.some(isClosingNow);
  return answer({
    plan: plan ? { ...plan, isClosedElsewhere: workers.isClosing && !isRunClosing } : null,
    runs: runs.map((run) => toRunDto(run, workers, run === dryRun ? stale : [])),
  });
});

const isDryRunOf = ({ kind, state, period }: ClosingRun, month: BillingPeriod) =>
  kind === 'dryRun' && state === 'done' && period === month;

const isClosingNow = ({ kind, state }: ClosingRun) =>
  kind === 'closing' && (state === 'running' || state === 'pausing');

/** How many accounts a period charges, how many of them and of their meters were read, and what is undecided. */
async function planOf(
  db: BillingDatabase,
  { period, state }: PeriodToClose,
  now: Instant,
): Promise<Omit<ClosingPlanData, 'isClosedElsewhere'>> {
  const [rules, { rows }, undecided] = await Promise.all([
    rulesAt(db, now),
    typedSql({ accounts: int4(), withReading: int4(), metersWithReading: int4() })`
      select (select count(*)::int from billing.account a where ${isCharged(period)}
        and not ${isBilled(period)}) as accounts,
        coalesce(sum(accounts), 0)::int as "withReading", coalesce(sum(meters), 0)::int as "metersWithReading"
      from billing.account_reading_count where period = ${period}`.execute(db),
    countUndecided(db, period),
  ]);
  const until = readingsTakenUntil(period, rules.readings.window);
  const { accounts = 0, withReading = 0, metersWithReading = 0 } = rows[0] ?? {};
  return {
    period,
    state: state === 'closing' ? 'closing' : 'open',
    isOver: isOver(period, now),
    readingsUntil: instantToIso(until),
    areReadingsTaken: state === 'open' && now < until,
    accounts,
    withReading: Math.min(withReading, accounts),
    metersWithReading,
    undecided,
  };
}

const isOver = (period: BillingPeriod, now: Instant) => kyivDateOf(now) >= firstDayAfter(period);

function toRunDto(run: ClosingRun, { worksOnRuns }: Workers, stale: readonly StaleReason[]): ClosingRunData {
  const isGone = run.state === 'running' && !worksOnRuns;
  return {
    runNumber: run.runNumber,
    period: run.period,
    kind: run.kind,
    state: isGone ? 'interrupted' : run.state,
    askedBy: run.askedBy,
    askedAt: instantToIso(run.askedAt),
    reason: run.reason,
    startedAt: isoOf(run.startedAt),
    endedAt: isoOf(run.endedAt),
    wasInterrupted: run.processCount > 1,
    done: run.done,
    total: run.total,
    totals: run.totals === null ? null : toTotalsDto(readStoredTotals(run.totals)),
    code: run.code as ClosingRunData['code'],
    subject: run.subject,
    stale: [...stale],
  };
}

const isoOf = (moment: Instant | null) => (moment === null ? null : instantToIso(moment));

const toShareDto = ({ accounts, energyWh, charged }: RunShare) => ({
  accounts,
  kwh: kwhOf(energyWh),
  charged: moneyToWire(charged),
});

function toTotalsDto(totals: RunTotals): NonNullable<ClosingRunData['totals']> {
  const exceptions = closingExceptionKinds.flatMap((kind) => {
    const accounts = totals.exceptions[kind];
    return accounts > 0 ? [{ kind, accounts }] : [];
  });
  return {
    ...toShareDto(totals),
    recalculated: moneyToWire(totals.recalculated),
    shares: chargeGrounds.flatMap((ground) => {
      const share = totals.shares[ground];
      return share.accounts > 0 ? [{ ground, ...toShareDto(share) }] : [];
    }),
    exceptions,
    stopping: exceptions.reduce((sum, { kind, accounts }) => sum + (stopsClosing(kind) ? accounts : 0), 0),
    undecided: toUndecidedDto(totals.undecided),
    meters: totals.meters.meters,
    metersRead: totals.meters.read,
  };
}

const kwhOf = (energyWh: number) => toKwh(wattHours(energyWh));

function toUndecidedDto({ readings, givenWh, energyWh, charged }: RunTotals['undecided']) {
  if (readings === 0) return null;
  return { readings, givenKwh: kwhOf(givenWh), kwh: kwhOf(energyWh), charged: moneyToWire(charged) };
}

/** What of the states the audit says: one that waits for its process is no decision that waits. */
const auditState = (state: ClosingRun['state']) => (state === 'waiting' ? 'queued' : state);

/** CLOSING_RUN_START: of two at once one is started, by the key of the table. */
export const handleClosingRunStart = handleModule(CLOSING_RUN_START, ({ db, clock }) => async (asked, by) => {
  const now = clock.now();
  const period = asked.period as BillingPeriod;
  const next = await findNextToClose(db);
  if (next?.period !== period) {
    return refuse('periods.notNext', next && { month: next.period });
  }
  const workers = await readWorkers(db);
  if (next.state === 'closing' && workers.isClosing) return refuse('periods.underWay');
  // Read first: what comes later is another change, and another count.
  const auditMark = await readAuditMark(db);
  const undecided = await countUndecided(db, period);
  const refusal =
    asked.kind === 'dryRun'
      ? period > periodOf(kyivDateOf(now)) && 'periods.notOver'
      : next.state === 'open' && (await closingRefusal(db, asked, { next, undecided }, now));
  if (refusal) return typeof refusal === 'string' ? refuse(refusal) : refusal;
  return db.transaction().execute(async (trx) => {
    const { kind, reason, askedBy } = asked;
    const doneThrough = next.closedThrough;
    const undecidedReadings = kind === 'closing' ? undecided.readings : 0;
    const same = { period, kind, reason, askedBy, doneThrough, auditMark, undecidedReadings };
    const runNumber = await insertRun(trx, { ...same, askedAt: now });
    if (runNumber === undefined) return refuse('periods.underWay');
    await insertAudit(
      trx,
      by,
      [
        {
          accountNumber: '',
          kind: `closingRun.${kind}`,
          before: { period, state: next.state },
          payload: {
            period,
            state: auditState('waiting'),
            run: runNumber,
            ...(reason !== '' && { reason }),
            ...(undecidedReadings > 0 && { undecidedReadings, undecidedKwh: undecided.kwh }),
          },
        },
      ],
      now,
    );
    await askForRuns(trx);
    return answer({ runNumber });
  });
});

/** Why an open period is not closed now. */
async function closingRefusal(
  db: BillingDatabase,
  { isEarly, dryRunNumber, undecidedReadings }: ModuleInput<typeof CLOSING_RUN_START>,
  { next: { period }, undecided }: { readonly next: PeriodToClose; readonly undecided: UndecidedCount },
  now: Instant,
) {
  if (!isOver(period, now)) return refuse('periods.notOver');
  const { window } = (await rulesAt(db, now)).readings;
  if (!isEarly && now < readingsTakenUntil(period, window)) return refuse('periods.readingsTaken');
  const dryRun = (await listRuns(db, [period])).find(({ kind }) => kind === 'dryRun');
  if (dryRun?.state !== 'done' || dryRun.runNumber !== dryRunNumber || dryRun.totals === null) {
    // While one is under way the table has no place for another.
    return dryRun !== undefined && ['waiting', 'running', 'pausing'].includes(dryRun.state)
      ? refuse('periods.underWay')
      : refuse('periods.dryRunNeeded');
  }
  const stale = await findStaleReasons(db, dryRun);
  if (stale.length > 0) return refuse('periods.dryRunStale', undefined, { stale });
  const { stopping } = toTotalsDto(readStoredTotals(dryRun.totals));
  if (stopping > 0) return refuse('periods.notChargeable', { n: stopping });
  const { readings } = undecided;
  return readings === (undecidedReadings ?? 0)
    ? undefined
    : refuse('periods.undecided', { n: readings }, { undecided });
}

/** What each act makes of a run in a state; undefined: it is not for such a run. */
function nextState(
  { kind, state }: ClosingRun,
  act: ModuleInput<typeof CLOSING_RUN_ACT>['act'],
  worksOnRuns: boolean,
): ClosingRun['state'] | undefined {
  const isUnderWay = state === 'waiting' || state === 'running' || state === 'pausing';
  if (act === 'stop') return kind === 'dryRun' && isUnderWay ? 'stopped' : undefined;
  if (kind !== 'closing') return undefined;
  if (act === 'pause') {
    if (state === 'pausing' || state === 'paused') return state;
    if (!isUnderWay) return undefined;
    return state === 'running' && worksOnRuns ? 'pausing' : 'paused';
  }
  if (isUnderWay && state !== 'pausing') return state;
  return state === 'paused' || state === 'refused' || state === 'failed' ? 'waiting' : undefined;
}

/** CLOSING_RUN_ACT: asked for twice it changes nothing the second time. */
export const handleClosingRunAct = handleModule(
  CLOSING_RUN_ACT,
  ({ db, clock }) =>
    async ({ runNumber, act, reason }, by) => {
      const acted = db.transaction().execute(async (trx) => {
        const run = await lockRun(trx, runNumber);
        if (run === undefined) return refuse('common.notFound');
        const { worksOnRuns } = await readWorkers(trx);
        const state = nextState(run, act, worksOnRuns);
        if (state === undefined) return refuse('periods.wrongState');
        if (state === run.state) return answer({});
        if (act === 'resume' && (await isUnderWay(trx, run.period))) return refuse('periods.underWay');
        const stale = act === 'resume' ? await findStaleStart(trx, run.period) : [];
        if (stale.length > 0) return refuse('periods.dryRunStale', undefined, { stale });
        const now = clock.now();
        await moveRun(trx, runNumber, state, state === 'stopped' ? { at: now } : {});
        const audited = {
          accountNumber: '',
          kind: `closingRun.${act}`,
          before: { period: run.period, state: auditState(run.state) },
          payload: { period: run.period, state: auditState(state), ...(reason !== '' && { reason }) },
        };
        await insertAudit(trx, by, [audited], now);
        if (act === 'resume') await askForRuns(trx);
        return answer({});
      });
      // Another run of the month began at the same moment.
      return acted.catch((error: unknown) => {
        if ((error as { code?: unknown }).code === uniqueViolation) return refuse('periods.underWay');
        throw error;
      });
    },
);

/** Why a closing that has not begun yet may not begin by the latest dry run; [] once it has begun. */
async function findStaleStart(db: BillingDatabase, period: BillingPeriod): Promise<readonly StaleReason[]> {
  if (await isPeriodClosed(db, period)) return [];
  const dryRun = (await listRuns(db, [period])).find((run) => isDryRunOf(run, period));
  return dryRun === undefined ? [] : findStaleReasons(db, dryRun);
}

const uniqueViolation = '23505';

/** Whether another run of the period is under way; locks it. */
async function isUnderWay(trx: BillingDatabase, period: BillingPeriod): Promise<boolean> {
  const { rows } = await typedSql({ runNumber: int4() })`
    select run_number as "runNumber" from billing.closing_run
    where period = ${period} and state in ('waiting', 'running', 'pausing') for update`.execute(trx);
  return rows.length > 0;
}

/** CLOSING_EXCEPTION_LIST */
export const handleClosingExceptionList = handleModule(
  CLOSING_EXCEPTION_LIST,
  ({ db }) =>
    async ({ runNumber, kind, account, after, limit }) => {
      const filter = sql`e.run_number = ${runNumber} and (${kind}::text is null or e.kind = ${kind}::text)
        and (${account}::text is null or e.account_number = ${account}::text)`;
      const order = after === null ? null : closingExceptionKinds.indexOf(after.kind);
      const [page, counted] = await Promise.all([
        typedSql({
          account: text(),
          customer: text(),
          kind: text<ClosingExceptionKind>(),
          subject: text(),
          energyWh: nullable(float8()),
          expectedWh: nullable(float8()),
          amount: nullable(int8<Kopiykas>()),
          steps: json<ClosingExceptionData['steps']>(),
        })`
          select e.account_number as account,
            case c.customer_type when 'entity' then coalesce(c.company_name, '')
              else concat_ws(' ', c.surname, c.name, c.middle_name) end as customer,
            e.kind, e.subject, e.energy_wh::float8 as "energyWh", e.expected_wh::float8 as "expectedWh",
            e.amount_kopiykas as amount, e.steps
          from billing.closing_exception e
          join billing.account a using (account_number) join billing.customer c using (customer_id)
          where ${filter} and (${order}::int is null
            or (e.kind_order, e.account_number) > (${order}::int, ${after?.account ?? ''}::text))
          order by e.kind_order, e.account_number limit ${limit}`.execute(db),
        typedSql({ count: int4() })`
          select count(*)::int as count from billing.closing_exception e where ${filter}`.execute(db),
      ]);
      return answer({
        exceptions: page.rows.map(({ energyWh, expectedWh, amount, ...row }) => ({
          ...row,
          stopsClosing: stopsClosing(row.kind),
          kwh: energyWh === null ? null : toKwh(wattHours(energyWh)),
          expectedKwh: expectedWh === null ? null : toKwh(wattHours(expectedWh)),
          sum: amount === null ? null : moneyToWire(amount),
        })),
        count: counted.rows[0]?.count ?? 0,
      });
    },
);
