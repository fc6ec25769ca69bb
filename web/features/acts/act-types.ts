import type { listActs } from '#contract/acts.ts';
import type { OutputOf } from '#contract/define-call.ts';

export type Acts = OutputOf<typeof listActs>;
export type Act = Acts['acts'][number];

/** Whether a sum on the wire is more than nothing. */
export function isSome(wire: string): boolean {
  return /[1-9]/.test(wire);
}
