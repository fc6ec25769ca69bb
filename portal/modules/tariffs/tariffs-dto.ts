import type * as z from 'zod/mini';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import { tariffRuleSchema, type tariffVersionSchema } from '#contract/tariffs.ts';
import { actWords } from './act-words.template.ts';

type Version = ModuleOutput<typeof TARIFF_HISTORY>['versions'][number];

/** A version in the words of the contract. @throws when the back end names a rule that the contract doesn't know. */
export function toTariffVersionDto({
  from,
  to,
  rule,
  coefficients,
  act,
}: Version): z.infer<typeof tariffVersionSchema> {
  return { from, to, rule: tariffRuleSchema.parse(rule), zones: coefficients, ...actWords(act) };
}
