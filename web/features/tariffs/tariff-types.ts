import type { OutputOf } from '#contract/define-call.ts';
import type { tariffHistory } from '#contract/tariffs.ts';

export type History = OutputOf<typeof tariffHistory>;
export type Version = History['versions'][number];
