import { sql } from 'kysely';
import type { SecondPersonInput } from '#billing/api/identity.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { tariffVersionFromJson, tariffVersionToJson } from '#domain/tariffs/tariff-version-json.ts';
import {
  emptyTrial,
  type TrialSummary,
  type TrialSummaryJson,
  trialFromJson,
  trialToJson,
} from '#domain/tariffs/trial-summary.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  int4,
  json,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';

export type PlanState = 'draft' | 'waiting' | 'refused' | 'activated' | 'cancelled';

/** An administrator who does something to a planned version. */
interface PlanPerson {
  readonly id: string;
  readonly name: string;
}

const columns = {
  planId: uuid(),
  tariffCode: text(),
  validFrom: date<LocalDate>(),
  definition: json<Record<string, unknown>>(),
  act: text(),
  isRecalculation: bool(),
  state: text<PlanState>(),
  revision: int4(),
  pricedRevision: int4(),
  authorId: text(),
  authorName: text(),
  reason: text(),
  changedAt: timestamptz<Instant>(),
  decidedById: nullable(text()),
  decidedByName: nullable(text()),
  decisionReason: nullable(text()),
  decidedAt: nullable(timestamptz<Instant>()),
  decidedAccountSince: nullable(timestamptz<Instant>()),
  trialRevision: nullable(int4()),
  trialMonths: nullable(textArray<BillingPeriod[]>()),
  trialComparedWith: nullable(date<LocalDate>()),
  trialState: nullable(text<'running' | 'done' | 'stopped'>()),
  trialDone: nullable(int4()),
  trialTotal: nullable(int4()),
  trialSummary: nullable(json<TrialSummaryJson>()),
  trialStartedAt: nullable(timestamptz<Instant>()),
  trialFinishedAt: nullable(timestamptz<Instant>()),
};
/** A planned version with its trial. */
export type TariffPlan = RowOf<typeof columns>;

const selected = sql`
  select p.plan_id as "planId", p.tariff_code as "tariffCode", p.valid_from as "validFrom", p.definition, p.act,
    p.is_recalculation as "isRecalculation", p.state, p.revision, p.priced_revision as "pricedRevision",
    p.author_id as "authorId", p.author_name as "authorName", p.reason, p.changed_at as "changedAt",
    p.decided_by_id as "decidedById", p.decided_by_name as "decidedByName", p.decision_reason as "decisionReason",
    p.decided_at as "decidedAt", p.decided_account_since as "decidedAccountSince", t.revision as "trialRevision", t.months as "trialMonths",
    t.compared_with as "trialComparedWith", t.state as "trialState", t.accounts_done as "trialDone",
    t.accounts_total as "trialTotal", t.summary as "trialSummary", t.started_at as "trialStartedAt",
    t.finished_at as "trialFinishedAt"`;

/** The version that a plan becomes. */
export function plannedVersion(plan: Pick<TariffPlan, 'validFrom' | 'definition' | 'act'>): TariffVersion {
  return tariffVersionFromJson({ ...plan.definition, validFrom: plan.validFrom, act: plan.act });
}

/** Rule and coefficients as billing.tariff_version has them. */
function definitionOf(version: TariffVersion): string {
  const { rule, coefficients } = tariffVersionToJson(version);
  return JSON.stringify({ rule, coefficients });
}

/** Holds a tariff until the transaction ends: who plans, activates or cancels versions of it goes one after another. */
export async function lockTariff(db: BillingDatabase, tariffCode: string): Promise<boolean> {
  const { rows } = await sql`
    select from billing.tariff where tariff_code = ${tariffCode} for no key update`.execute(db);
  return rows.length > 0;
}

/** A planned version, its tariff held until the transaction ends; undefined: there is none. */
export async function lockPlan(db: BillingDatabase, planId: string): Promise<TariffPlan | undefined> {
  const { rows } = await typedSql({ tariffCode: text() })`
    select tariff_code as "tariffCode" from billing.tariff_plan where plan_id = ${planId}::uuid`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  await lockTariff(db, found.tariffCode);
  return getPlan(db, planId);
}

/** A planned version as it is. @throws when there is none. */
export async function getPlan(db: BillingDatabase, planId: string): Promise<TariffPlan> {
  const { rows } = await typedSql(columns)`
    ${selected} from billing.tariff_plan p left join billing.tariff_trial t using (plan_id)
    where p.plan_id = ${planId}::uuid`.execute(db);
  if (rows[0] === undefined) throw new Error(`the planned version ${planId} is not there`);
  return rows[0];
}

/** The planned version of a tariff for a day that was not cancelled. */
export async function findPlanOfDay(
  db: BillingDatabase,
  tariffCode: string,
  validFrom: LocalDate,
): Promise<TariffPlan | undefined> {
  const { rows } = await typedSql(columns)`
    ${selected} from billing.tariff_plan p left join billing.tariff_trial t using (plan_id)
    where p.tariff_code = ${tariffCode} and p.valid_from = ${validFrom} and p.state <> 'cancelled'`.execute(
    db,
  );
  return rows[0];
}

/** Plans of each tariff that a list has. */
const listedPlans = 30;

/** The newest plans of each tariff, the newest first. */
export async function listPlans(db: BillingDatabase): Promise<readonly TariffPlan[]> {
  const { rows } = await typedSql(columns)`
    ${selected}
    from billing.tariff
    cross join lateral (
      select * from billing.tariff_plan own where own.tariff_code = tariff.tariff_code
      order by own.changed_at desc, own.plan_id limit ${listedPlans}
    ) p
    left join billing.tariff_trial t using (plan_id)
    order by p.tariff_code, p.changed_at desc, p.plan_id`.execute(db);
  return rows;
}

/** What an author says of a planned version. */
export interface PlanContent {
  readonly planId: string;
  readonly tariffCode: string;
  readonly version: TariffVersion;
  readonly isRecalculation: boolean;
  readonly author: PlanPerson;
  readonly reason: string;
  readonly at: Instant;
}

/** Keeps a new plan, or other prices of one, which is a draft again. */
export async function putPlan(db: BillingDatabase, plan: PlanContent): Promise<void> {
  const { version, author } = plan;
  await sql`
    insert into billing.tariff_plan as kept (plan_id, tariff_code, valid_from, definition, act, is_recalculation, author_id,
      author_name, reason, changed_at)
    values (${plan.planId}::uuid, ${plan.tariffCode}, ${version.validFrom}, ${definitionOf(version)}::jsonb, ${version.act},
      ${plan.isRecalculation}, ${author.id}, ${author.name}, ${plan.reason}, ${instantToIso(plan.at)}::timestamptz)
    on conflict (plan_id) do update set valid_from = excluded.valid_from, definition = excluded.definition,
      act = excluded.act, is_recalculation = excluded.is_recalculation, author_id = excluded.author_id,
      author_name = excluded.author_name, reason = excluded.reason, changed_at = excluded.changed_at, state = 'draft',
      revision = kept.revision + 1, priced_revision = kept.revision + 1, decided_by_id = null, decided_by_name = null,
      decision_reason = null, decided_at = null, decided_account_since = null`.execute(db);
}

/** Writes a step of a plan. */
export async function movePlan(
  db: BillingDatabase,
  planId: string,
  step: {
    readonly state: Exclude<PlanState, 'draft'>;
    readonly by: SecondPersonInput;
    readonly reason: string;
    readonly at: Instant;
  },
): Promise<void> {
  await sql`
    update billing.tariff_plan set state = ${step.state}::text, revision = revision + 1, decided_by_id = ${step.by.id},
      decided_by_name = ${step.by.name}, decision_reason = ${step.reason}, decided_at = ${instantToIso(step.at)}::timestamptz,
      decided_account_since = ${step.by.accountSince}::timestamptz,
      activated_by_id = case when ${step.state}::text = 'activated' then ${step.by.id} else activated_by_id end
    where plan_id = ${planId}::uuid`.execute(db);
}

/** Puts the version of an activated plan into force as of its day. */
export async function insertVersion(
  db: BillingDatabase,
  tariffCode: string,
  version: TariffVersion,
): Promise<void> {
  await sql`
    insert into billing.tariff_version (tariff_code, valid_from, definition, act)
    values (${tariffCode}, ${version.validFrom}, ${definitionOf(version)}::jsonb, ${version.act})`.execute(
    db,
  );
}

/** Takes away the version of a plan that this transaction cancelled before its day. */
export async function deleteVersion(
  db: BillingDatabase,
  tariffCode: string,
  validFrom: LocalDate,
): Promise<void> {
  await sql`
    delete from billing.tariff_version where tariff_code = ${tariffCode} and valid_from = ${validFrom}`.execute(
    db,
  );
}

/** Begins the trial of a plan anew. */
export async function startTrial(
  db: BillingDatabase,
  plan: TariffPlan,
  months: readonly BillingPeriod[],
  comparedWith: LocalDate | null,
  at: Instant,
): Promise<void> {
  const now = instantToIso(at);
  await sql`
    insert into billing.tariff_trial as kept (plan_id, revision, months, compared_with, summary, started_at, progress_at)
    values (${plan.planId}::uuid, ${plan.pricedRevision}, ${[...months]}::text[], ${comparedWith}::date,
      ${JSON.stringify(trialToJson(emptyTrial))}::jsonb, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (plan_id) do update set run = kept.run + 1, revision = excluded.revision, months = excluded.months,
      compared_with = excluded.compared_with, state = 'running', done_through = '', accounts_done = 0, accounts_total = null,
      summary = excluded.summary, started_at = excluded.started_at, progress_at = excluded.progress_at, finished_at = null`.execute(
    db,
  );
}

/** Ends a trial that runs; what it found so far stays. */
export async function stopTrial(db: BillingDatabase, planId: string, at: Instant): Promise<void> {
  await sql`
    update billing.tariff_trial set state = 'stopped', finished_at = ${instantToIso(at)}::timestamptz
    where plan_id = ${planId}::uuid and state = 'running'`.execute(db);
}

/** A trial that runs, as far as it has come. */
export interface RunningTrial {
  readonly planId: string;
  readonly run: number;
  readonly tariffCode: string;
  readonly version: TariffVersion;
  readonly isRecalculation: boolean;
  readonly months: readonly BillingPeriod[];
  readonly doneThrough: string;
  readonly accountsTotal: number | null;
  readonly summary: TrialSummary;
}

/** The oldest trial that runs, without those of these plans. */
export async function findRunningTrial(
  db: BillingDatabase,
  without: readonly string[] = [],
): Promise<RunningTrial | undefined> {
  const { rows } = await typedSql({
    planId: uuid(),
    run: int4(),
    tariffCode: text(),
    validFrom: date<LocalDate>(),
    definition: json<Record<string, unknown>>(),
    act: text(),
    isRecalculation: bool(),
    months: textArray<BillingPeriod[]>(),
    doneThrough: text(),
    accountsTotal: nullable(int4()),
    summary: json<TrialSummaryJson>(),
  })`
    select t.plan_id as "planId", t.run, p.tariff_code as "tariffCode", p.valid_from as "validFrom", p.definition, p.act,
      p.is_recalculation as "isRecalculation", t.months, t.done_through as "doneThrough",
      t.accounts_total as "accountsTotal", t.summary
    from billing.tariff_trial t join billing.tariff_plan p using (plan_id)
    where t.state = 'running' and t.plan_id <> all(${[...without]}::uuid[])
    order by t.started_at limit 1`.execute(db);
  const [row] = rows;
  return row && { ...row, version: plannedVersion(row), summary: trialFromJson(row.summary) };
}

/** How far a trial has come; false: it was stopped, or started anew, meanwhile. */
export async function noteTrial(
  db: BillingDatabase,
  { planId, run, doneThrough }: RunningTrial,
  now: {
    readonly through: string;
    readonly accounts: number;
    readonly total: number;
    readonly summary: TrialSummary;
    readonly isDone: boolean;
    readonly at: Instant;
  },
): Promise<boolean> {
  const at = instantToIso(now.at);
  const { numAffectedRows } = await sql`
    update billing.tariff_trial set done_through = ${now.through}, accounts_done = accounts_done + ${now.accounts}::integer,
      accounts_total = ${now.total}::integer, summary = ${JSON.stringify(trialToJson(now.summary))}::jsonb,
      progress_at = ${at}::timestamptz, state = case when ${now.isDone}::boolean then 'done' else state end,
      finished_at = case when ${now.isDone}::boolean then ${at}::timestamptz end
    where plan_id = ${planId}::uuid and run = ${run} and state = 'running' and done_through = ${doneThrough}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n) === 1;
}
