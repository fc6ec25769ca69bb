import type { apiLink } from '#contract/company.ts';
import type { OutputOf } from '#contract/define-call.ts';

/** Who supplies: name, address, phones. */
export type Company = NonNullable<OutputOf<typeof apiLink>['company']>;
