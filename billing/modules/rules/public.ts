export {
  reactiveRulesByMonth,
  readingRulesByMonth,
  rulesAt,
  rulesForImport,
  rulesOfPeriod,
} from './rule-store.ts';
