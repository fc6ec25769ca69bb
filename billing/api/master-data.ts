import * as z from 'zod/mini';
import { dateField } from '#contract/values/dates.ts';
import {
  changedResponsibleFields,
  masterDataChangeSchema,
  masterDataFields,
  recordedChangeFields,
  responsibleChangeFields,
} from '#contract/values/master-data.ts';
import { maxText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';

export const MASTER_DATA_CHANGE = defineModule({
  name: 'MASTER_DATA_CHANGE',
  summary:
    'Records and applies a change of master data as of a day; affected closed months are recharged. A repeated change is not applied again; another value for the same day is a correction.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    source: z.enum(['administrator', 'functionModule']),
    effectiveOn: dateField,
    /** Supporting document; '': none. */
    document: z.string().check(maxText(200)),
    change: masterDataChangeSchema,
    /** Checks and computes all of it, and records nothing. */
    dryRun: z.optional(z.boolean()),
  }),
  output: z.object(recordedChangeFields),
  failures: [
    'common.notFound',
    'changes.unknownReference',
    'changes.futureDay',
    'changes.dayTooEarly',
    'changes.registers',
    'changes.dialTooHigh',
    'changes.valueTooLow',
    'changes.serialTaken',
    'changes.tariffNotInForce',
    'changes.alreadyChanged',
    'changes.badContact',
    'changes.accountTaken',
    'changes.accountDigits',
    'changes.contractEnded',
    'changes.laterChange',
    'changes.otherCustomer',
    'changes.contractLater',
    'changes.customerTaken',
    'changes.badCustomer',
  ],
});

export const MASTER_DATA_CHANGES = defineModule({
  name: 'MASTER_DATA_CHANGES',
  summary:
    'The current master data of an account, its points and meters, with all recorded changes, newest first.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object(masterDataFields),
  failures: ['common.notFound'],
});

export const RESPONSIBLE_CHANGE = defineModule({
  name: 'RESPONSIBLE_CHANGE',
  summary:
    'Adds, changes or ends a responsible person of an account; refused with what stands when somebody changed it since.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    source: z.enum(['administrator', 'functionModule']),
    ...responsibleChangeFields,
  }),
  output: z.object(changedResponsibleFields),
  failures: ['common.notFound', 'management.changedMeanwhile', 'changes.badContact'],
});
