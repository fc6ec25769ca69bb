import * as z from 'zod/mini';
import { tariffVersionFromJson } from '#domain/tariffs/tariff-version-json.ts';
import { dateField, instantField, periodField } from './dates.ts';
import { moneyField } from './money.ts';
import { decidedSchema } from './second-person.ts';
import { tariffRuleSchema, tariffVersionFields } from './tariff.ts';

/** Most steps of a planned rule. */
const maxSteps = 10;

/** Whether the domain takes a rule with its coefficients. */
function isVersion(version: { readonly rule: unknown; readonly zones: unknown }): boolean {
  try {
    const { rule } = tariffVersionFromJson({
      validFrom: '2000-01-01',
      rule: version.rule,
      coefficients: version.zones,
      act: '-',
    });
    return !('blocks' in rule) || rule.blocks.length <= maxSteps;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Prices of a version: how they depend on the volume, and the multipliers of the zones. */
export const plannedPricesSchema = z
  .object({ rule: tariffRuleSchema, zones: tariffVersionFields.zones })
  .check(z.refine(isVersion, { error: 'field.invalid' }));

const trialAccountSchema = z.object({
  accountNumber: z.string(),
  energyWh: z.number(),
  before: moneyField,
  after: moneyField,
});

const trialSchema = z.object({
  state: z.enum(['running', 'done', 'stopped']),
  /** Prices, first day or the last closed month are other ones now: it says nothing of them. */
  isStale: z.boolean(),
  /** Whose consumption is charged. */
  months: z.array(periodField),
  /** First day of the version it is compared with; null: the versions of the months as they stand. */
  comparedWith: z.nullable(dateField),
  accountsDone: z.number(),
  /** null: not counted yet. */
  accountsTotal: z.nullable(z.number()),
  startedAt: instantField,
  finishedAt: z.nullable(instantField),
  /** Accounts that were charged in one of the months, what they used, and what both versions make of it. */
  accounts: z.number(),
  energyWh: z.number(),
  before: moneyField,
  after: moneyField,
  /** Accounts by the group of their difference (domain/tariffs/trial-summary.ts). */
  groups: z.array(z.number()),
  /** The ten accounts that would pay more, and less, by the largest sum. */
  rises: z.array(trialAccountSchema),
  falls: z.array(trialAccountSchema),
});
export type TariffTrialData = z.infer<typeof trialSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

export const tariffPlanSchema = z.object({
  planId: z.string(),
  tariff: z.string(),
  from: dateField,
  ...{ rule: tariffRuleSchema, zones: tariffVersionFields.zones },
  act: z.string(),
  /** Its first day had come when it was planned: activating it charges the closed months anew. */
  isRecalculation: z.boolean(),
  state: z.enum(['draft', 'waiting', 'refused', 'activated', 'cancelled']),
  /** It has not taken effect: it may still be cancelled. */
  isAhead: z.boolean(),
  /** Goes with each step; another one is refused. */
  revision: z.number(),
  author: personSchema,
  reason: z.string(),
  changedAt: instantField,
  /** Who asked, activated, refused or cancelled, and why; null: a draft. */
  decided: z.nullable(z.extend(decidedSchema, { by: personSchema })),
  trial: z.nullable(trialSchema),
});
export type TariffPlanData = z.infer<typeof tariffPlanSchema>;

export const tariffListFields = {
  today: dateField,
  /** null: none is closed yet, so that nothing can be tried. */
  lastClosed: z.nullable(periodField),
  tariffs: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      /** Newest first. */
      versions: z.array(
        z.object({ ...tariffVersionFields, act: z.string(), state: z.enum(['past', 'current', 'planned']) }),
      ),
      /** Newest first, the last thirty of the tariff. */
      plans: z.array(tariffPlanSchema),
    }),
  ),
};

/** What becomes of a planned version. */
export const tariffPlanSteps = ['ask', 'activate', 'refuse', 'cancel'] as const;
