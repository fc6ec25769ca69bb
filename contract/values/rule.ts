import * as z from 'zod/mini';
import { type RuleKey, ruleKeys } from '#domain/rules/rule-definitions.ts';
import { textField } from '../fields.ts';
import { dateField, instantField } from './dates.ts';

const keyField = z.enum(ruleKeys as readonly [RuleKey, ...RuleKey[]]);

/** A value of a rule: money as '1234.56', a rate in ten-thousandths, days as 'YYYY-MM-DD'. Its bounds are those of the rule. */
const valueField = z.union([
  z.number(),
  textField(20),
  z.boolean(),
  z.array(dateField).check(z.maxLength(400)),
]);

/** A rule with a value. */
const ruleEntrySchema = z.object({ rule: keyField, value: valueField });

/** What is to be changed at once. */
export const ruleEntriesField = z
  .array(ruleEntrySchema)
  .check(z.minLength(1, { error: 'field.required' }), z.maxLength(ruleKeys.length));

/** A dated change of rules. */
const ruleChangeSchema = z.object({
  changeId: z.string(),
  validFrom: instantField,
  /** 'undone' never took effect; 'inForce' has, whether or not a later one replaced its values. */
  state: z.enum(['planned', 'inForce', 'undone']),
  values: z.array(z.object({ rule: keyField, before: valueField, after: valueField })),
  reason: z.string(),
  author: z.string(),
  savedAt: instantField,
  /** Null: it was not undone. */
  undone: z.nullable(z.object({ at: instantField, by: z.string(), reason: z.string() })),
  /** It takes effect so late that it can still be undone. */
  canUndo: z.boolean(),
});
export type RuleChangeData = z.infer<typeof ruleChangeSchema>;

/** The rules of now, with everything that was changed and is planned. */
export const rulesFields = {
  /** Grows with each change and each undoing; a change says up to which one its author has seen. */
  revision: z.number(),
  inForce: z.array(ruleEntrySchema),
  /** Planned ones first, then the newest hundred others. */
  changes: z.array(ruleChangeSchema),
};

/** What a change concerns: accounts, or how many things of the last three months both rules would have decided so. */
export const ruleEffectSchema = z.object({
  kind: z.enum([
    'personAccounts',
    'entityAccounts',
    'personInWindow',
    'entityInWindow',
    'personRefused',
    'entityRefused',
    'personAsked',
    'entityAsked',
    'personReviewed',
    'entityReviewed',
    'personPayments',
    'entityPayments',
    'oldCodes',
  ]),
  /** By the rules before and after the change; null: it is only whom it concerns. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** Of how many. */
  of: z.number(),
  /** Counted over a sample and scaled. */
  isEstimate: z.boolean(),
});
export type RuleEffect = z.infer<typeof ruleEffectSchema>;
