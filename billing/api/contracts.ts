import * as z from 'zod/mini';
import {
  companySchema,
  contractVersionSchema,
  pointFilterFields,
  pointPassportSchema,
} from '#contract/values/contract.ts';
import { maxText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';
import { pointsLimit } from './readings.ts';

export const CONTRACT_GET = defineModule({
  name: 'CONTRACT_GET',
  summary: 'The customer of an account with bank and signer, and the terms of the contract, newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({ company: companySchema, versions: z.array(contractVersionSchema) }),
  failures: ['common.notFound'],
});

export const DISTRIBUTION_OPERATOR_GET = defineModule({
  name: 'DISTRIBUTION_OPERATOR_GET',
  summary:
    'The operator of the network of an account: of its contract, else the only one that the supplier has to do with.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({ operator: z.nullable(z.object({ name: z.string(), phone: z.string() })) }),
  failures: ['common.notFound'],
});

export const CONTRACT_POINTS = defineModule({
  name: 'CONTRACT_POINTS',
  summary: 'The metering points of an account as they are today, by object and EIC code.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    ...pointsLimit,
    /** Words, all of which a point must have; '': all points. */
    words: z.string(),
    ...pointFilterFields,
    /** The EIC code after which to go on; null: from the first. */
    after: z.nullable(z.string()),
    limit: z.int().check(z.gte(1), z.lte(10_000)),
  }),
  output: z.object({
    points: z.array(pointPassportSchema),
    /** Whether there are more after these. */
    hasMore: z.boolean(),
    /** Points of the whole filter. */
    count: z.number(),
  }),
  failures: ['common.notFound'],
});

export const POINT_ACCOUNT_FIND = defineModule({
  name: 'POINT_ACCOUNT_FIND',
  summary: 'The account of a metering point by its EIC code, for whoever searches at the desk of the staff.',
  input: z.object({ eic: z.string().check(maxText(16)) }),
  output: z.object({
    /** null: there is no such point. */
    accountNumber: z.nullable(z.string()),
  }),
  failures: [],
});

export const POINT_ACCOUNTS = defineModule({
  name: 'POINT_ACCOUNTS',
  summary: 'Which of these metering points belong to these accounts, each with its account.',
  input: z.object({
    accountNumbers: z.array(z.string()).check(z.maxLength(5000)),
    /** EIC codes. */
    points: z.array(z.string()).check(z.maxLength(1000)),
  }),
  output: z.object({ points: z.array(z.object({ eic: z.string(), accountNumber: z.string() })) }),
  failures: [],
});
