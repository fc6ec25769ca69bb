import * as z from 'zod/mini';

/** The legal texts that customers agree to at sign-up: processing of personal data, terms of use of the cabinet. */
export const legalKeys = ['privacy', 'terms'] as const;
export type LegalKey = (typeof legalKeys)[number];
export const legalKeyField = z.enum(legalKeys);
export const isLegalKey = (key: string): key is LegalKey => legalKeys.some((known) => known === key);

/** How the register of consents names the version that comes with the product; later ones are numbered from 1. */
export const shippedLegalVersion = '2026-11';

/** A version of a legal text as consents name it: its number, or the one that came with the product. */
export const legalVersionField = z
  .string()
  .check(z.regex(new RegExp(`^(?:[1-9]\\d{0,5}|${shippedLegalVersion})$`), { error: 'field.invalid' }));

/** The kind of consent to each text. */
export const consentKinds = { privacy: 'personalData', terms: 'terms' } as const satisfies Record<
  LegalKey,
  string
>;

/** The page of a text; `version`: of another than the one in force. */
export const legalPath = (key: string, version?: string): string =>
  `/legal?text=${key}${version === undefined ? '' : `&version=${version}`}`;
