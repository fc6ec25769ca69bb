import type { getCommon } from '#contract/common-reads.ts';
import type { OutputOf } from '#contract/define-call.ts';

/** The charge of a period so far: what the generic read answers for '/person/calculate'. */
export type Calculation = Extract<OutputOf<typeof getCommon>['data'], { registers: unknown }>;
export type MeasuredRegister = Calculation['registers'][number];
