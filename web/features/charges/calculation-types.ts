import type { getCommon } from '#contract/charges.ts';
import type { OutputOf } from '#contract/define-call.ts';

/** The charge of a period so far: the answer of the generic read for '/person/calculate'. */
export type Calculation = Extract<OutputOf<typeof getCommon>['data'], { registers: unknown }>;
export type MeasuredRegister = Calculation['registers'][number];
