import type { OutputOf } from '#contract/define-call.ts';
import type { apiLink } from '#contract/supplier.ts';

/** The supplier: name, address, phones. */
export type Company = NonNullable<OutputOf<typeof apiLink>['company']>;
