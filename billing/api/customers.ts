import * as z from 'zod/mini';
import { accessConfirmations } from './access.ts';
import { defineModule } from './define-module.ts';

export const ENTITY_PROVE = defineModule({
  name: 'ENTITY_PROVE',
  summary:
    'Whether account, unique code and (when given) EDRPOU belong together to one legal entity; answers its accounts.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    uniqueCode: z.string(),
    /** null: it is not asked for. */
    edrpou: z.nullable(z.string()),
  }),
  output: z.object({
    /** Every account of this customer with a contract in force today, sorted. */
    accountNumbers: z.array(z.string()),
    /** Whether a contract is in force today for the account that was named. */
    hasContract: z.boolean(),
    companyName: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  failures: ['accounts.codeMismatch'],
});

export const ACCOUNT_PROVE = defineModule({
  name: 'ACCOUNT_PROVE',
  summary: 'Whether the code printed on the bill belongs to the account of a household.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), objectCode: z.string() }),
  output: z.object({
    /** Whether a contract is in force today. */
    hasContract: z.boolean(),
    /** Of the contract; '' when there is none. */
    phone: z.string(),
    /** What the supplier wants beside the code. */
    confirmation: z.enum(accessConfirmations),
  }),
  failures: ['accounts.codeMismatch'],
});

export const ENTITY_ACCOUNTS = defineModule({
  name: 'ENTITY_ACCOUNTS',
  summary:
    'The accounts of the legal entity that has this account, sorted; none when the account is unknown.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({ accountNumbers: z.array(z.string()) }),
  failures: [],
});
