import { isDeepStrictEqual } from 'node:util';
import { answer, type ModuleOutput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { TARIFF_LIST, TARIFF_PLAN } from '#billing/api/tariffs.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, insertAudit } from '#billing/modules/events/public.ts';
import type { TariffPlanData, TariffTrialData } from '#contract/values/tariff-plan.ts';
import { priceToText } from '#domain/price.ts';
import { versionOn } from '#domain/tariffs/select-versions.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { tariffRuns } from '#domain/tariffs/tariff-runs.ts';
import { tariffSteps } from '#domain/tariffs/tariff-steps.ts';
import { tariffVersionFromJson, tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import { addMonths, type BillingPeriod, firstDay, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import {
  findPlanOfDay,
  getPlan,
  listPlans,
  lockPlan,
  lockTariff,
  type PlanContent,
  plannedVersion,
  putPlan,
  stopTrial,
  type TariffPlan,
} from './plan-store.ts';
import { listTariffs } from './tariff-store.ts';

/** Months before the present one that a recalculation by a tariff may reach: what is older is not claimed any more. */
const monthsBack = 36;

/** What a planned version is looked at with. */
export interface PlanScene {
  readonly today: LocalDate;
  /** undefined: none is closed yet. */
  readonly lastClosed: BillingPeriod | undefined;
  /** Of the tariff, those in force and those ahead. */
  readonly versions: readonly TariffVersion[];
}

/** The last closed month; undefined: none is. */
async function findLastClosed(db: BillingDatabase): Promise<BillingPeriod | undefined> {
  const { rows } = await typedSql({ period: nullable(text<BillingPeriod>()) })`
    select max(period) as period from billing.period where state = 'closed'`.execute(db);
  return rows[0]?.period ?? undefined;
}

/** Reads what a planned version of a tariff is looked at with. */
export async function readPlanScene(
  db: BillingDatabase,
  tariffCode: string,
  now: Instant,
): Promise<PlanScene> {
  const [tariffs, lastClosed] = await Promise.all([listTariffs(db), findLastClosed(db)]);
  return { today: kyivDateOf(now), lastClosed, versions: tariffs.get(tariffCode)?.versions ?? [] };
}

/** The version that a planned one takes the place of; of a recalculation none: its months have several. */
export function comparedVersion(
  { validFrom, isRecalculation }: Pick<TariffPlan, 'validFrom' | 'isRecalculation'>,
  versions: readonly TariffVersion[],
): TariffVersion | undefined {
  return isRecalculation ? undefined : versionOn(versions, addDays(validFrom, -1));
}

/** The closed months whose consumption a trial charges: the last one, of a recalculation all that it touches. */
export function trialMonths(
  { validFrom, isRecalculation }: Pick<TariffPlan, 'validFrom' | 'isRecalculation'>,
  { lastClosed, versions }: PlanScene,
): readonly BillingPeriod[] {
  if (lastClosed === undefined) return [];
  if (!isRecalculation) return [lastClosed];
  const next = versions
    .map((version) => version.validFrom)
    .filter((from) => from > validFrom)
    .toSorted()[0];
  const months: BillingPeriod[] = [];
  for (let month = periodOf(validFrom); month <= lastClosed; month = addMonths(month, 1)) {
    if (next === undefined || firstDay(month) < next) months.push(month);
  }
  return months;
}

/** A planned version as calls and screens have it. */
export function planData(plan: TariffPlan, scene: PlanScene): TariffPlanData {
  const version = plannedVersion(plan);
  const { rule, coefficients, act } = tariffVersionToJson(version);
  return {
    planId: plan.planId,
    tariff: plan.tariffCode,
    from: plan.validFrom,
    rule: rule as TariffPlanData['rule'],
    zones: coefficients,
    act,
    isRecalculation: plan.isRecalculation,
    state: plan.state,
    isAhead: plan.validFrom > scene.today,
    revision: plan.revision,
    author: { id: plan.authorId, name: plan.authorName },
    reason: plan.reason,
    changedAt: instantToIso(plan.changedAt),
    decided:
      plan.decidedById === null || plan.decidedAt === null
        ? null
        : {
            by: { id: plan.decidedById, name: plan.decidedByName ?? '' },
            accountSince: plan.decidedAccountSince && instantToIso(plan.decidedAccountSince),
            reason: plan.decisionReason ?? '',
            at: instantToIso(plan.decidedAt),
          },
    trial: trialData(plan, scene),
  };
}

function trialData(plan: TariffPlan, scene: PlanScene): TariffTrialData | null {
  const { trialState, trialSummary, trialMonths: months, trialStartedAt } = plan;
  if (trialState === null || trialSummary === null || months === null || trialStartedAt === null) return null;
  const isOpen = plan.state !== 'activated' && plan.state !== 'cancelled';
  const isOfOtherFacts =
    !isDeepStrictEqual(months, trialMonths(plan, scene)) ||
    plan.trialComparedWith !== (comparedVersion(plan, scene.versions)?.validFrom ?? null);
  return {
    state: trialState,
    isStale: plan.trialRevision !== plan.pricedRevision || (isOpen && isOfOtherFacts),
    months,
    comparedWith: plan.trialComparedWith,
    accountsDone: plan.trialDone ?? 0,
    accountsTotal: plan.trialTotal,
    startedAt: instantToIso(trialStartedAt),
    finishedAt: plan.trialFinishedAt === null ? null : instantToIso(plan.trialFinishedAt),
    ...trialSummary,
    groups: [...trialSummary.groups],
    rises: [...trialSummary.rises],
    falls: [...trialSummary.falls],
  };
}

/** TARIFF_LIST. */
export const handleTariffList = handleModule(TARIFF_LIST, ({ db, clock }) => async () => {
  const today = kyivDateOf(clock.now());
  const [tariffs, plans, lastClosed] = await Promise.all([
    listTariffs(db),
    listPlans(db),
    findLastClosed(db),
  ]);
  const plansOf = Map.groupBy(plans, ({ tariffCode }) => tariffCode);
  return answer({
    today,
    lastClosed: lastClosed ?? null,
    tariffs: [...tariffs.values()].map(({ tariffCode, title, versions }) => ({
      code: tariffCode,
      title,
      versions: tariffRuns(versions)
        .reverse()
        .map(({ version, from, to }) => {
          const { rule, coefficients, act } = tariffVersionToJson(version);
          const state = from > today ? 'planned' : to !== undefined && to < today ? 'past' : 'current';
          return { from, to: to ?? null, rule, zones: coefficients, act, state } as ModuleOutput<
            typeof TARIFF_LIST
          >['tariffs'][number]['versions'][number];
        }),
      plans: (plansOf.get(tariffCode) ?? []).map((plan) => planData(plan, { today, lastClosed, versions })),
    })),
  });
});

/** What of a plan the audit keeps, in words that need no table. */
function auditFacts(plan: TariffPlan): Readonly<Record<string, unknown>> {
  const { rule, coefficients } = plannedVersion(plan);
  const prices = tariffSteps(rule).map(({ aboveKwh, upToKwh, price, season }) =>
    [
      priceToText(price),
      aboveKwh > 0 || upToKwh !== undefined ? ` (${aboveKwh}–${upToKwh ?? ''})` : '',
      season === undefined ? '' : ` ${season.from}–${season.to}`,
    ].join(''),
  );
  const zones = Object.values(tariffVersionToJson({ ...plannedVersion(plan), coefficients }).coefficients);
  return {
    tariffCode: plan.tariffCode,
    effectiveOn: plan.validFrom,
    price: `${rule.kind}: ${prices.join('; ')}`,
    zones: zones.flatMap((own) => Object.entries(own).map(([zone, value]) => `${zone} ${value}`)).join('; '),
    document: plan.act,
    state: plan.state,
    planId: plan.planId,
  };
}

/** The audit of a step of a plan. */
export async function auditPlan(
  db: BillingDatabase,
  kind: string,
  { before, after }: { readonly before: TariffPlan | undefined; readonly after: TariffPlan },
  by: AuditOrigin & {
    readonly administrator: string;
    readonly reason: string;
    readonly at: Instant;
    readonly more?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const change = {
    // A tariff is of no account.
    accountNumber: '',
    kind,
    ...(before && { before: auditFacts(before) }),
    payload: { ...auditFacts(after), ...by.more, reason: by.reason, administrator: by.administrator },
  };
  await insertAudit(db, by, [change], by.at);
}

/** Refuses with the plan as it is now. */
export function refuseWithPlan(code: string, plan: TariffPlan, scene: PlanScene): ModuleResult<never> {
  return refuse(code, undefined, { plan: planData(plan, scene) });
}

/** Whether days before a planned version would be without a price. */
export function leavesGap(versions: readonly TariffVersion[], validFrom: LocalDate): boolean {
  return (
    versions.some((version) => version.validFrom < validFrom) &&
    versionOn(versions, addDays(validFrom, -1)) === undefined
  );
}

/** Whether a plan says what is asked for already. */
function isSamePlan(plan: TariffPlan | undefined, { version, author, reason }: PlanContent): boolean {
  return (
    plan !== undefined &&
    plan.state === 'draft' &&
    plan.authorId === author.id &&
    plan.reason === reason &&
    isDeepStrictEqual(tariffVersionToJson(plannedVersion(plan)), tariffVersionToJson(version))
  );
}

/**
 * TARIFF_PLAN: prices that are to be in force from a day on. Nobody is charged by them before another administrator has
 * activated them. Who changes a plan says which revision was looked at: another one is refused with the plan as it is.
 */
export const handleTariffPlan = handleModule(
  TARIFF_PLAN,
  ({ db, clock }) =>
    (input, by) =>
      db.transaction().execute(async (trx): Promise<ModuleResult<ModuleOutput<typeof TARIFF_PLAN>>> => {
        if (!(await lockTariff(trx, input.tariffCode))) return refuse('common.notFound');
        const { tariffCode, administrator: author, reason, asRecalculation } = input;
        const at = clock.now();
        const scene = await readPlanScene(trx, tariffCode, at);
        const validFrom = localDate(input.validFrom);
        const version = tariffVersionFromJson({
          validFrom,
          rule: input.prices.rule,
          coefficients: input.prices.zones,
          act: input.act,
        });
        const before = input.planId === null ? undefined : await lockPlan(trx, input.planId);
        if (input.planId !== null && before?.tariffCode !== tariffCode) return refuse('common.notFound');
        const ofDay = await findPlanOfDay(trx, tariffCode, validFrom);
        const isRecalculation = validFrom <= scene.today;
        const planId = before?.planId ?? newId();
        const content: PlanContent = { planId, tariffCode, version, isRecalculation, author, reason, at };
        const known = before ?? ofDay;
        if (known !== undefined && known.revision === input.revision + 1 && isSamePlan(known, content))
          return answer({ plan: planData(known, scene) });
        if (before !== undefined && before.revision !== input.revision)
          return refuseWithPlan('tariffs.changedMeanwhile', before, scene);
        if (before?.state === 'activated' || before?.state === 'cancelled')
          return refuseWithPlan('tariffs.wrongState', before, scene);
        const isTaken =
          (ofDay !== undefined && ofDay.planId !== before?.planId) ||
          scene.versions.some((known) => known.validFrom === validFrom);
        if (isTaken) return refuse('tariffs.dayTaken');
        if (isRecalculation && !asRecalculation) return refuse('tariffs.pastDay');
        if (isRecalculation && periodOf(validFrom) < addMonths(periodOf(scene.today), -monthsBack))
          return refuse('tariffs.tooFarBack', { n: monthsBack });
        if (leavesGap(scene.versions, validFrom)) return refuse('tariffs.gap');
        await putPlan(trx, content);
        await stopTrial(trx, planId, at);
        const after = await getPlan(trx, planId);
        await auditPlan(
          trx,
          'tariff.planned',
          { before, after },
          { ...by, administrator: author.name, reason, at },
        );
        return answer({ plan: planData(after, scene) });
      }),
);
