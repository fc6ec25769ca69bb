import type { OutputOf } from '#contract/define-call.ts';
import type { readGuide } from '#contract/directory.ts';

export type Article = OutputOf<typeof readGuide>['articles'][number];
export type Block = Article['blocks'][number];
