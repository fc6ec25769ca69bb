import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField, exportFormatField, textField } from './fields.ts';
import {
  companySchema,
  contractVersionSchema,
  pointFilterFields,
  pointPassportSchema,
} from './values/contract.ts';

export const getCompany = defineCall({
  path: '/api/entity/company',
  summary:
    'The company that has the account, its bank, who signs for it, and the terms of its contract by dates.',
  audience: 'entity',
  area: 'company',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({
    company: companySchema,
    /** The newest first; empty: the supplier has not entered the terms. */
    versions: z.array(contractVersionSchema),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

const pointFilter = {
  account: accountNumberField,
  /** Words of object, address, cost centre, EIC code or serial number. */
  q: z.optional(textField(100)),
  ...pointFilterFields,
};

export const listPointPassports = defineCall({
  path: '/api/entity/points',
  summary:
    'The metering points of an account with their passports, by object; in parts: `next` is the cursor of the following one.',
  audience: 'entity',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({ ...pointFilter, cursor: z.optional(cursorField) }),
  output: success({
    points: z.array(pointPassportSchema),
    next: z.nullable(cursorField),
    /** Points of the whole filter. */
    count: z.number(),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const exportPointPassports = defineCall({
  path: '/api/entity/points-export',
  summary: 'The metering points of a filter as a table to keep, a row for each meter.',
  audience: 'entity',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...pointFilter, format: exportFormatField }),
  output: z.unknown(),
  failures: ['common.notFound', 'common.serviceDown'],
});
