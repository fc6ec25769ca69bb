import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput } from './define-call.ts';
import { accountNumberField } from './fields.ts';
import { dateField } from './values/dates.ts';

/** Parts of a customer's data. */
export const ownDataParts = ['readings', 'consumption', 'bills', 'payments'] as const;
export type OwnDataPart = (typeof ownDataParts)[number];

/** 'greenButton': Atom with ESPI resources, for programs that read the consumption of any supplier. */
export const ownDataFormats = ['xlsx', 'csv', 'json', 'greenButton'] as const;
export type OwnDataFormat = (typeof ownDataFormats)[number];

/**
 * Whether a part, or all of them, is available in this format: CSV holds one table, Green Button consumption and
 * bills.
 */
export function isOwnDataFile(what: OwnDataPart | 'all', format: OwnDataFormat): boolean {
  if (format === 'csv') return what !== 'all';
  if (format === 'greenButton') return what === 'consumption' || what === 'all';
  return true;
}

export const exportOwnData = defineCall({
  path: '/api/own-data/export',
  summary: 'What the supplier keeps of an account, to keep or to give to another program.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv, fileTypes.json, fileTypes.atom],
  input: signedInput({
    account: accountNumberField,
    what: z.enum([...ownDataParts, 'all']),
    /** Days, both included; a month with one of these days is included whole. */
    from: z.optional(dateField),
    to: z.optional(dateField),
    format: z.enum(ownDataFormats),
  }),
  output: z.unknown(),
  failures: ['common.notFound'],
});
