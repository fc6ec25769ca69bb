import type { FormPlaces } from '#web/lib/form-problems.ts';

/** Answers of the server that concern one field of a sign-up. */
export const codePlaces: FormPlaces = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.phoneTaken': 'phone',
    'accounts.codeMismatch': 'unique_code',
    'accounts.noContract': 'account',
    'identity.entityTaken': 'account',
  },
};
