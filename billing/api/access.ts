import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** How a person who knows the code of an account gets access. */
export const accessConfirmations = ['none', 'contractPhone', 'firstHolder'] as const;

export const ACCOUNT_ACCESS_GET = defineModule({
  name: 'ACCOUNT_ACCESS_GET',
  summary:
    'The phone of the contract, the code that adds the account to a cabinet, and since when it stands.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    /** Of the contract; '' when there is none. */
    phone: z.string(),
    code: z.string(),
    /** When the code was replaced last, ISO 8601; null: never. */
    codeChangedAt: z.nullable(z.string()),
    /** Whether the code is replaced here; the code of an entity is its contract's. */
    codeCanChange: z.boolean(),
  }),
  failures: ['common.notFound'],
});

/** Why a code is replaced. */
export const codeReasons = ['accessEnded', 'holderChanged', 'yearly', 'asked'] as const;

export const ACCOUNT_CODE_RENEW = defineModule({
  name: 'ACCOUNT_CODE_RENEW',
  summary:
    'Replaces the code that adds an account to a cabinet; the former opens nothing any more. Refused for entities.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    reason: z.enum(codeReasons),
    /** The same id again answers the code that stands. */
    requestId: z.string(),
  }),
  output: z.object({ code: z.string(), codeChangedAt: z.string() }),
  failures: ['common.notFound', 'common.requestReused'],
});

export const ACCOUNT_CODES_RENEW = defineModule({
  name: 'ACCOUNT_CODES_RENEW',
  summary:
    'Replaces the codes of household accounts that are older than the supplier allows, so many at a time.',
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(5000)) }),
  output: z.object({ renewed: z.int() }),
  failures: [],
});
