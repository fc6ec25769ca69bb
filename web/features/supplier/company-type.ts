import type { OutputOf } from '#contract/define-call.ts';
import type { apiLink } from '#contract/supplier.ts';

type Answer = OutputOf<typeof apiLink>;

/** The supplier: name, address, phones, pictures. */
export type Company = NonNullable<Answer['company']> & Pick<Answer, 'images'>;
