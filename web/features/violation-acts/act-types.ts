import type { OutputOf } from '#contract/define-call.ts';
import type { listActs } from '#contract/violation-acts.ts';

type Acts = OutputOf<typeof listActs>;
export type Act = Acts['acts'][number];

/** Whether a sum on the wire is above zero. */
export function isSome(wire: string): boolean {
  return /[1-9]/.test(wire);
}
