import type { FormPlaces } from '#web/lib/form-problems.ts';

/** Failure codes shown at the code field. */
export const codeFields: FormPlaces = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.attemptsExhausted': 'code',
  },
};
