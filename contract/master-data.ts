import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, textField } from './fields.ts';
import { dateField } from './values/dates.ts';
import {
  changedResponsibleFields,
  masterDataChangeSchema,
  masterDataFields,
  recordedChangeFields,
  responsibleChangeFields,
} from './values/master-data.ts';

export const changeMasterData = defineCall({
  path: '/api/admin/master-data/change',
  summary:
    'Records a removal, a replacement, other zones, the end of a contract, a holder, a tariff, a power, a state of a point or a contact as of a day; closed months that it touches are charged anew.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    effectiveOn: dateField,
    /** The document behind the change. */
    document: z.optional(textField(200)),
    change: masterDataChangeSchema,
    /** Checks and computes all of it, and records nothing. */
    dryRun: z.optional(z.boolean()),
  }),
  output: success(recordedChangeFields),
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

export const changeResponsible = defineCall({
  path: '/api/admin/master-data/responsible',
  summary:
    'Adds, changes or ends a responsible person of an account, with a reason; refused with what stands when another editor was first.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({ account: accountNumberField, ...responsibleChangeFields }),
  output: success(changedResponsibleFields),
  failures: ['common.notFound', 'management.changedMeanwhile', 'changes.badContact'],
});

export const listMasterData = defineCall({
  path: '/api/admin/master-data/list',
  summary:
    'What an account, its points and meters are now, with the newest hundred changes of them: what, as of which day, from where, by whom.',
  audience: 'admin',
  roles: ['billing', 'operator'],
  input: signedInput({ account: accountNumberField }),
  output: success(masterDataFields),
  failures: ['common.notFound'],
});
