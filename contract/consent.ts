/**
 * The version of the text that a customer agrees to at sign-up (`identity.consent`): the register of consents keeps it
 * beside the time. A change of the text needs a new version.
 */
export const consentVersion = '2026-11';
