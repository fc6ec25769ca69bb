import type { FormPlaces } from '#web/lib/form/form-problems.ts';

/** Failure codes of a sign-up that belong to one field. */
export const codeFields: FormPlaces = {
  codes: {
    'identity.wrongCode': 'code',
    'identity.codeExpired': 'code',
    'identity.phoneTaken': 'phone',
    'accounts.codeMismatch': 'unique_code',
    'accounts.noContract': 'account',
    'identity.entityTaken': 'account',
  },
};
