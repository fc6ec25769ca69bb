import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import { accountNumberField, cursorField, requestIdField, textField, uuidField } from '../fields.ts';
import { dateField } from '../values/dates.ts';
import {
  actDecisionField,
  actNumberField,
  drawnActFields,
  instalmentsField,
  listedActSchema,
  managedActSchema,
} from '../values/managed-act.ts';
import { secondPersonFailures } from '../values/second-person.ts';
import { minText } from '../values/text-length.ts';
import { actPaperField, actStateField } from '../values/violation-act.ts';
import { revisionField } from '../values/whole-number.ts';

const ofReaders = { audience: 'admin', roles: ['billing', 'operator'] } as const;
const ofBilling = { audience: 'admin', roles: ['billing'], changes: true } as const;

const reasonField = textField(300).check(z.trim(), minText(3, 'field.required'));
/** An act that is there may have a number of any shape: it came with an import. */
const oneAct = { account: accountNumberField, actNumber: textField(40) };
/** Of a step: what its author has seen, and the request, which is counted once. */
const stepping = { ...oneAct, revision: revisionField, requestId: requestIdField };
const answer = success({ act: managedActSchema });
/** `acts.changedMeanwhile` has the act as it is now in `details.act`. */
const stepFailures = [
  'common.notFound',
  'common.requestReused',
  'acts.changedMeanwhile',
  'acts.wrongState',
  'acts.proposalWaits',
] as const;

export const listManagedActs = defineCall({
  path: '/api/admin/acts/list',
  summary:
    'Violation acts of all accounts, newest first, fifty at once; in parts: `next` is the cursor of the following one.',
  ...ofReaders,
  input: signedInput({
    state: z.optional(actStateField),
    /** Only acts with a step that waits for another person. */
    waiting: z.optional(z.literal('proposed')),
    account: z.optional(accountNumberField),
    /** The whole number of an act, in any case of letters. */
    number: z.optional(textField(40)),
    /** Days on which it was drawn up, both included. */
    from: z.optional(dateField),
    to: z.optional(dateField),
    cursor: z.optional(cursorField),
  }),
  output: success({ acts: z.array(listedActSchema), next: z.nullable(cursorField) }),
  failures: ['common.serviceDown'],
});

export const getManagedAct = defineCall({
  path: '/api/admin/acts/get',
  summary: 'A violation act with its facts, basis, steps of the staff, payments, schedule and papers.',
  ...ofReaders,
  input: signedInput(oneAct),
  output: answer,
  failures: ['common.notFound', 'common.serviceDown'],
});

export const managedActPdf = defineCall({
  path: '/api/admin/acts/pdf',
  summary: 'A paper of a violation act as a PDF, the one that its customer gets.',
  ...ofReaders,
  file: fileTypes.pdf,
  input: signedInput({ ...oneAct, kind: actPaperField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const drawUpAct = defineCall({
  path: '/api/admin/acts/draw',
  summary: 'Draws up a violation act for an account; its number is the only one of the supplier.',
  ...ofBilling,
  input: signedInput({
    account: accountNumberField,
    actNumber: actNumberField,
    ...drawnActFields,
    requestId: requestIdField,
  }),
  output: answer,
  failures: [
    'common.notFound',
    'common.requestReused',
    'acts.numberTaken',
    'acts.futureDay',
    'acts.unknownMeter',
  ],
});

export const inviteToHearing = defineCall({
  path: '/api/admin/acts/invite',
  summary:
    'Says when an act was handed over and when the commission hears it; the customer has the days of the rules in between.',
  ...ofBilling,
  input: signedInput({ ...stepping, servedOn: dateField, hearingOn: z.nullable(dateField) }),
  output: answer,
  failures: [...stepFailures, 'acts.badDays', 'acts.futureDay', 'acts.hearingTooSoon'],
});

export const decideAct = defineCall({
  path: '/api/admin/acts/decide',
  summary:
    'Records what the commission decided: a sum waits for the confirmation of another person, no violation closes the act at once.',
  ...ofBilling,
  input: signedInput({ ...stepping, decision: actDecisionField, reason: reasonField }),
  output: answer,
  failures: [...stepFailures, 'acts.badDays', 'acts.futureDay', 'acts.sumOutOfRange'],
});

export const planInstalments = defineCall({
  path: '/api/admin/acts/instalments',
  summary:
    'Shares what is unpaid of an act among days, in the place of the former schedule; the parts add up to it exactly.',
  ...ofBilling,
  input: signedInput({ ...stepping, parts: instalmentsField, reason: reasonField }),
  output: answer,
  failures: [...stepFailures, 'acts.badDays', 'acts.wrongSum'],
});

export const cancelAct = defineCall({
  path: '/api/admin/acts/cancel',
  summary:
    'Cancels an act; what was decided or paid waits for the confirmation of another person, and what was paid becomes an advance for energy.',
  ...ofBilling,
  input: signedInput({ ...stepping, reason: reasonField }),
  output: answer,
  failures: stepFailures,
});

export const decideActProposal = defineCall({
  path: '/api/admin/acts/confirm',
  summary:
    'Confirms a step of another person, which takes effect at once, or withdraws one; the same again changes nothing more.',
  ...ofBilling,
  input: signedInput({
    ...oneAct,
    stepId: uuidField,
    decision: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('confirm') }),
      z.object({ kind: z.literal('withdraw'), reason: reasonField }),
    ]),
  }),
  output: answer,
  failures: ['common.notFound', ...secondPersonFailures, 'acts.decided', 'acts.changedMeanwhile'],
});
