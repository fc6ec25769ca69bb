import type { FormPlaces } from '#web/lib/form-problems.ts';

/** Answers of the server that concern the code. */
export const codePlaces: FormPlaces = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.attemptsExhausted': 'code',
  },
};
