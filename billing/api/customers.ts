import * as z from 'zod/mini';
import { accessConfirmations } from './accounts.ts';
import { defineModule } from './define-module.ts';

export const ENTITY_PROVE = defineModule({
  name: 'ENTITY_PROVE',
  summary:
    'Checks that account and (when given) unique code and EDRPOU belong to one legal entity; returns its accounts.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** null: not checked, for a person of the company has a code of its own. */
    uniqueCode: z.nullable(z.string()),
    /** null: not checked. */
    edrpou: z.nullable(z.string()),
  }),
  output: z.object({
    /** Accounts of this customer with a contract in force today, sorted. */
    accountNumbers: z.array(z.string()),
    /** Whether the given account has a contract in force today. */
    hasContract: z.boolean(),
    companyName: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  failures: ['accounts.codeMismatch'],
});

export const ACCOUNT_PROVE = defineModule({
  name: 'ACCOUNT_PROVE',
  summary: 'Checks that the code printed on the bill belongs to the household account.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), objectCode: z.string() }),
  output: z.object({
    /** Whether a contract is in force today. */
    hasContract: z.boolean(),
    /** Phone of the contract; '' when there is none. */
    phone: z.string(),
    /** Confirmation that the supplier requires besides the code. */
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
