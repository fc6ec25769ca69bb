import * as z from 'zod/mini';
import { ruleEffectSchema, ruleEntriesField, rulesFields } from '#contract/values/rule.ts';
import { defineModule } from './define-module.ts';

/** Who changes: an identity, with the name that the history shows. */
const administratorField = z.object({ id: z.string(), name: z.string() });

export const RULE_LIST = defineModule({
  name: 'RULE_LIST',
  summary: 'The rules of the supplier in force now, the planned changes and the newest past ones.',
  input: z.object({}),
  output: z.object(rulesFields),
  failures: ['common.notFound'],
});

export const RULE_CHANGE = defineModule({
  name: 'RULE_CHANGE',
  summary:
    'Saves values of rules from the midnight of a day on, or from the next minute for today; the same request again changes nothing more.',
  input: z.object({
    requestId: z.string(),
    values: ruleEntriesField,
    validFrom: z.string(),
    revision: z.number(),
    reason: z.string(),
    administrator: administratorField,
  }),
  output: z.object(rulesFields),
  failures: [
    'common.notFound',
    'common.requestReused',
    'rules.badValue',
    'rules.wrongOrder',
    'rules.nothingChanged',
    'rules.dayOutOfRange',
    'rules.changedMeanwhile',
  ],
});

export const RULE_PREVIEW = defineModule({
  name: 'RULE_PREVIEW',
  summary:
    'Whom values of rules would concern from a day on, and what of the last three months they would have decided differently.',
  input: z.object({ values: ruleEntriesField, validFrom: z.string() }),
  output: z.object({ effects: z.array(ruleEffectSchema) }),
  failures: ['common.notFound', 'rules.badValue'],
});

export const RULE_UNDO = defineModule({
  name: 'RULE_UNDO',
  summary: 'Takes a planned change of rules back before it takes effect.',
  input: z.object({ changeId: z.string(), reason: z.string(), administrator: administratorField }),
  output: z.object(rulesFields),
  failures: ['common.notFound', 'rules.tooLateToUndo', 'rules.wrongOrder'],
});
