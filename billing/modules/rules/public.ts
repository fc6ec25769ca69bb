export { readingRulesByMonth, rulesAt, rulesForImport, rulesOfPeriod } from './rule-store.ts';
