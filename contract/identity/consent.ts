/**
 * Version of the consent text at sign-up (`identity.consent`): the register of consents stores it with the time. A
 * change of the text needs a new version.
 */
export const consentVersion = '2026-11';
