import {
  answer,
  type ModuleInput,
  type ModuleOutput,
  type ModuleResult,
  refuse,
} from '#billing/api/define-module.ts';
import { TARIFF_PLAN_STEP, TARIFF_TRIAL } from '#billing/api/tariffs.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import {
  auditPlan,
  comparedVersion,
  deleteVersion,
  getPlan,
  insertVersion,
  leavesGap,
  lockPlan,
  movePlan,
  type PlanScene,
  type PlanState,
  planData,
  plannedVersion,
  readPlanScene,
  refuseWithPlan,
  startTrial,
  stopTrial,
  type TariffPlan,
  trialMonths,
} from '#billing/modules/tariffs/public.ts';
import { refuseSecondPerson, type SecondPerson } from '#domain/identity/second-person.ts';
import { versionOn } from '#domain/tariffs/select-versions.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { requestRecalculationsOfTariff } from '../recalculations.ts';
import { askForTrials } from './trial-worker.ts';

type Step = ModuleInput<typeof TARIFF_PLAN_STEP>['step'];

const stateAfter = {
  ask: 'waiting',
  activate: 'activated',
  refuse: 'refused',
  cancel: 'cancelled',
} as const satisfies Record<Step, PlanState>;

/** The states in which a step may be made. */
const statesBefore: Readonly<Record<Step, readonly PlanState[]>> = {
  ask: ['draft', 'refused'],
  activate: ['waiting'],
  refuse: ['waiting'],
  cancel: ['draft', 'waiting', 'refused', 'activated'],
};

/** What the audit calls a step. */
const auditKinds: Readonly<Record<Step, string>> = {
  ask: 'tariff.activationAsked',
  activate: 'tariff.activated',
  refuse: 'tariff.refused',
  cancel: 'tariff.cancelled',
};

/**
 * TARIFF_PLAN_STEP: the way of a planned version into force. Its author asks, another administrator activates or refuses it.
 * Whether it may be activated is looked at anew. The same step of the same administrator again has the same answer.
 */
export const handleTariffPlanStep = handleModule(
  TARIFF_PLAN_STEP,
  ({ db, clock }) =>
    ({ planId, revision, step, reason, administrator }, caller) =>
      db.transaction().execute(async (trx): Promise<ModuleResult<ModuleOutput<typeof TARIFF_PLAN_STEP>>> => {
        const before = await lockPlan(trx, planId);
        if (before === undefined) return refuse('common.notFound');
        const at = clock.now();
        const scene = await readPlanScene(trx, before.tariffCode, at);
        const state = stateAfter[step];
        if (isSameStep(before, { revision, state, reason, by: administrator.id }))
          return answer({ plan: planData(before, scene) });
        if (before.revision !== revision) return refuseWithPlan('tariffs.changedMeanwhile', before, scene);
        if (!statesBefore[step].includes(before.state))
          return refuseWithPlan('tariffs.wrongState', before, scene);
        const refusal = await refuseStep(trx, before, { step, administrator, scene });
        if (refusal !== undefined) return refuse(refusal);
        await movePlan(trx, planId, { state, by: administrator, reason, at });
        const more: Record<string, unknown> = { accountSince: administrator.accountSince };
        if (step === 'activate') {
          const { tariffCode, isRecalculation } = before;
          const version = plannedVersion(before);
          await insertVersion(trx, tariffCode, version);
          if (isRecalculation) {
            const from = periodOf(version.validFrom);
            more.recalculatedAccounts = await requestRecalculationsOfTariff(trx, {
              tariffCode,
              from,
              requestedAt: at,
            });
          }
        }
        if (step === 'cancel') {
          if (before.state === 'activated') await deleteVersion(trx, before.tariffCode, before.validFrom);
          await stopTrial(trx, planId, at);
        }
        const after = await getPlan(trx, planId);
        const by = { ...caller, administrator: administrator.name, reason, at, more };
        await auditPlan(trx, auditKinds[step], { before, after }, by);
        return answer({ plan: planData(after, await readPlanScene(trx, before.tariffCode, at)) });
      }),
);

function isSameStep(
  plan: TariffPlan,
  step: {
    readonly revision: number;
    readonly state: PlanState;
    readonly reason: string;
    readonly by: string;
  },
): boolean {
  return (
    plan.revision === step.revision + 1 &&
    plan.state === step.state &&
    plan.decidedById === step.by &&
    plan.decisionReason === step.reason
  );
}

/** Why a step may not be made; undefined: it may. */
async function refuseStep(
  db: BillingDatabase,
  plan: TariffPlan,
  {
    step,
    administrator,
    scene,
  }: { readonly step: Step; readonly administrator: SecondPerson; readonly scene: PlanScene },
): Promise<string | undefined> {
  if (step === 'ask') return undefined;
  if (step === 'cancel') return refuseCancelling(plan, scene);
  const refusal = refuseSecondPerson(plan.authorId, administrator);
  if (refusal !== undefined || step === 'refuse') return refusal;
  return refuseActivation(db, plan, scene);
}

/**
 * Why a plan may not be activated now. A recalculation waits until no month is being closed: accounts that were done would be
 * charged by other prices than those after them. The periods are held, so that no closing begins meanwhile.
 */
async function refuseActivation(
  db: BillingDatabase,
  plan: TariffPlan,
  scene: PlanScene,
): Promise<string | undefined> {
  const { validFrom, isRecalculation } = plan;
  if (scene.versions.some((version) => version.validFrom === validFrom)) return 'tariffs.dayTaken';
  if (leavesGap(scene.versions, validFrom)) return 'tariffs.gap';
  if (!isRecalculation) return validFrom <= scene.today ? 'tariffs.pastDay' : undefined;
  const { rows } = await typedSql({ state: text() })`
    select state from billing.period where state <> 'closed' order by period for share`.execute(db);
  return rows.some(({ state }) => state === 'closing') ? 'billing.periodClosing' : undefined;
}

function refuseCancelling(
  { state, validFrom }: TariffPlan,
  { today, versions }: PlanScene,
): string | undefined {
  if (state !== 'activated') return undefined;
  if (validFrom <= today) return 'tariffs.inEffect';
  const others = versions.filter((version) => version.validFrom !== validFrom);
  return others.length > 0 && versionOn(others, validFrom) === undefined ? 'tariffs.gap' : undefined;
}

/** TARIFF_TRIAL: the work is done by a job (`processTrials`); what was tried before is forgotten. */
export const handleTariffTrial = handleModule(
  TARIFF_TRIAL,
  ({ db, clock }) =>
    ({ planId, act, administrator }, caller) =>
      db.transaction().execute(async (trx): Promise<ModuleResult<ModuleOutput<typeof TARIFF_TRIAL>>> => {
        const plan = await lockPlan(trx, planId);
        if (plan === undefined) return refuse('common.notFound');
        const at: Instant = clock.now();
        const scene = await readPlanScene(trx, plan.tariffCode, at);
        if (act === 'stop') {
          await stopTrial(trx, planId, at);
        } else {
          if (plan.state === 'activated' || plan.state === 'cancelled') return refuse('tariffs.wrongState');
          const months = trialMonths(plan, scene);
          if (months.length === 0) return refuse('tariffs.nothingClosed');
          if (plan.trialState !== 'running' || plan.trialRevision !== plan.pricedRevision) {
            await startTrial(trx, plan, months, comparedVersion(plan, scene.versions)?.validFrom ?? null, at);
            await askForTrials(trx);
          }
        }
        const after = await getPlan(trx, planId);
        const kind = act === 'stop' ? 'tariff.trialStopped' : 'tariff.trialStarted';
        const by = { ...caller, administrator: administrator.name, reason: '', at };
        await auditPlan(trx, kind, { before: undefined, after }, by);
        return answer({ plan: planData(after, scene) });
      }),
);
