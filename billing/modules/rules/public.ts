export {
  reactiveRulesByMonth,
  readingRulesByMonth,
  ruleChangesFrom,
  rulesAt,
  rulesForImport,
  rulesOfPeriod,
} from './rule-store.ts';
