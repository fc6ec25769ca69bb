import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { requestIdField, textField, uuidField } from '../fields.ts';
import { factorProof, factorProofFailures } from '../identity/second-factor.ts';
import { secondPersonFailures } from '../values/second-person.ts';
import { managedSupplierFields, requisitesField, supplierValuesField } from '../values/supplier.ts';
import { minText } from '../values/text-length.ts';
import { revisionField } from '../values/whole-number.ts';

const reasonField = textField(300).check(z.trim(), minText(3, 'field.required'));
const answer = success(managedSupplierFields);
/** Of a change: what its author has seen, why, and the request, which is counted once. */
const changing = { revision: revisionField, reason: reasonField, requestId: requestIdField };
const failures = [
  'common.notFound',
  'common.requestReused',
  'supplier.nothingChanged',
  'supplier.changedMeanwhile',
] as const;

export const getSupplier = defineCall({
  path: '/api/admin/supplier/get',
  summary:
    'Names, codes, bank account, contacts and offices of the supplier, and the newest hundred changes.',
  audience: 'admin',
  input: signedInput({}),
  output: answer,
  failures: ['common.notFound'],
});

export const changeSupplier = defineCall({
  path: '/api/admin/supplier/change',
  summary:
    'Changes contacts, offices and energy sources of the supplier at once. What somebody has changed since `revision` is refused with that change.',
  audience: 'admin',
  roles: ['content'],
  changes: true,
  input: signedInput({ values: supplierValuesField, ...changing }),
  output: answer,
  failures,
});

const ofBilling = { audience: 'admin', roles: ['billing'], changes: true } as const;

export const proposeRequisites = defineCall({
  path: '/api/admin/supplier/propose',
  summary:
    'Proposes another name, code, bank account or bank of the supplier; they take effect when another person confirms them.',
  ...ofBilling,
  input: signedInput({ values: requisitesField, ...changing }),
  output: answer,
  failures: [...failures, 'supplier.proposalWaits'],
});

export const decideRequisites = defineCall({
  path: '/api/admin/supplier/decide',
  summary:
    'Confirms a proposal of another person, which takes effect at once, or withdraws one; the same decision again changes nothing more.',
  ...ofBilling,
  input: signedInput({
    changeId: uuidField,
    decision: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('confirm') }),
      z.object({ kind: z.literal('withdraw'), reason: reasonField }),
    ]),
    /** Of 'confirm'. */
    ...factorProof,
  }),
  output: answer,
  failures: [
    ...factorProofFailures,
    'common.notFound',
    ...secondPersonFailures,
    'supplier.decided',
    'supplier.changedMeanwhile',
  ],
});
