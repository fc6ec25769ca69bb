import { catalogue } from '#contract/messages/catalogue.ts';

/** Texts of the refusals by code as JSON, without what differs from one to the other. */
export const textsByCode = JSON.stringify(
  Object.fromEntries(
    Object.entries<string>(catalogue).map(([code, words]) => [code, words.replace(/\{[^}]*\}/g, '…')]),
  ),
);
