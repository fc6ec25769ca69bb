/** Words beside the consent, at a sign-up and at an invitation. */
export const consentText = {
  accepts: 'Створюючи кабінет, ви приймаєте',
  terms: 'умови користування ним',
  more: 'Докладно про ваші дані —',
  privacy: 'обробка персональних даних',
} as const;
