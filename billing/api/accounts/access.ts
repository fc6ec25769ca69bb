import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';

/** How access to an account is confirmed for a person who knows its code. */
export const accessConfirmations = ['none', 'contractPhone', 'firstHolder'] as const;

export const ACCOUNT_ACCESS_GET = defineModule({
  name: 'ACCOUNT_ACCESS_GET',
  summary:
    "The contract's phone, the code that adds the account to a cabinet, and the date of its last replacement.",
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    /** Phone of the contract; '' when there is none. */
    phone: z.string(),
    code: z.string(),
    /** Last replacement of the code, ISO 8601; null: never replaced. */
    codeChangedAt: z.nullable(z.string()),
    /** Whether this module may replace the code; an entity's code belongs to its contract. */
    codeCanChange: z.boolean(),
  }),
  failures: ['common.notFound'],
});

/** Reasons for replacing a code. */
const codeReasons = ['accessEnded', 'holderChanged', 'yearly', 'asked'] as const;

export const ACCOUNT_CODE_RENEW = defineModule({
  name: 'ACCOUNT_CODE_RENEW',
  summary:
    'Replaces the code that adds an account to a cabinet; the old code becomes invalid. Refused for entities.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    reason: z.enum(codeReasons),
    /** A repeated id returns the current code. */
    requestId: z.string(),
  }),
  output: z.object({ code: z.string(), codeChangedAt: z.string() }),
  failures: ['common.notFound', 'common.requestReused'],
});

export const ACCOUNT_CODES_RENEW = defineModule({
  name: 'ACCOUNT_CODES_RENEW',
  summary: "Replaces household account codes older than the supplier's limit, a limited number per call.",
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(5000)) }),
  output: z.object({ renewed: z.int() }),
  failures: [],
});
