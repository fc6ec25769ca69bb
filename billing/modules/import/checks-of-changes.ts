import { type CrossCheck, repeatedKey } from './cross-check.ts';

/** Changes are checked against what is stored once the base files are loaded; here only that none is told twice. */
export const changeChecks: readonly CrossCheck[] = [
  repeatedKey(
    'changes.csv',
    'stage_change',
    ['account_number', 'change', "coalesce(nullif(serial_number, ''), eic_code, '')", 'effective_on'],
    'effective_on',
  ),
];
