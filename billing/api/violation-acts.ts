import * as z from 'zod/mini';
import {
  actDecisionField,
  drawnActFields,
  instalmentsField,
  listedActSchema,
  managedActSchema,
} from '#contract/values/managed-act.ts';
import { secondPersonFailures } from '#contract/values/second-person.ts';
import { actPaperField, actStateField, violationActListFields } from '#contract/values/violation-act.ts';
import { defineModule } from './define-module.ts';
import { secondPersonField } from './identity.ts';

export const ACT_LIST = defineModule({
  name: 'ACT_LIST',
  summary: 'Violation acts of an account, newest first; energy is not included.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** null: all; 'unpaid': acts with a sum owed. */
    state: z.nullable(z.enum(['unpaid'])),
  }),
  output: z.object(violationActListFields),
  failures: ['common.notFound'],
});

export const ACT_PDF = defineModule({
  name: 'ACT_PDF',
  summary: 'A document of a violation act as a PDF, drawn from its record.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), actNumber: z.string(), kind: actPaperField }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});

const oneAct = { accountNumber: z.string(), actNumber: z.string() };
/** Who does it: an identity, with the name that the history shows. */
const administratorField = z.object({ id: z.string(), name: z.string() });
const asked = { requestId: z.string(), administrator: administratorField };
/** Of a step: the revision that its author has seen. */
const stepping = { ...oneAct, ...asked, revision: z.number() };
const output = z.object({ act: managedActSchema });
/** The act as it is now is in the details of acts.changedMeanwhile. */
const stepFailures = [
  'common.notFound',
  'common.requestReused',
  'acts.changedMeanwhile',
  'acts.wrongState',
  'acts.proposalWaits',
] as const;

/** Where a part of the list ends. */
const placeField = z.object({ drawnOn: z.string(), accountNumber: z.string(), actNumber: z.string() });

export const ACT_MANAGED_LIST = defineModule({
  name: 'ACT_MANAGED_LIST',
  summary: 'Violation acts of all accounts, newest first, in parts; by state, account, number and days.',
  input: z.object({
    state: z.nullable(actStateField),
    /** Only with a step that waits for another person. */
    isWaiting: z.boolean(),
    accountNumber: z.nullable(z.string()),
    /** The whole number, in any case of letters. */
    actNumber: z.nullable(z.string()),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    after: z.nullable(placeField),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  output: z.object({ acts: z.array(listedActSchema), next: z.nullable(placeField) }),
  failures: [],
});

export const ACT_MANAGED_GET = defineModule({
  name: 'ACT_MANAGED_GET',
  summary: 'A violation act with its facts, basis, steps of the staff, payments and schedule.',
  accountField: 'accountNumber',
  input: z.object({ ...oneAct, administratorId: z.string() }),
  output,
  failures: ['common.notFound'],
});

export const ACT_DRAW = defineModule({
  name: 'ACT_DRAW',
  summary: 'Draws up a violation act, whose number no other act has; the same request again changes nothing.',
  accountField: 'accountNumber',
  input: z.object({ ...oneAct, ...asked, facts: z.object(drawnActFields) }),
  output,
  failures: [
    'common.notFound',
    'common.requestReused',
    'acts.numberTaken',
    'acts.futureDay',
    'acts.unknownMeter',
  ],
});

export const ACT_INVITE = defineModule({
  name: 'ACT_INVITE',
  summary: 'Records when an act was handed over and when the commission hears it.',
  accountField: 'accountNumber',
  input: z.object({ ...stepping, servedOn: z.string(), hearingOn: z.nullable(z.string()) }),
  output,
  failures: [...stepFailures, 'acts.badDays', 'acts.futureDay', 'acts.hearingTooSoon'],
});

export const ACT_DECIDE = defineModule({
  name: 'ACT_DECIDE',
  summary:
    'Records what the commission decided: a sum waits for another person, no violation closes an undecided act at once.',
  accountField: 'accountNumber',
  input: z.object({ ...stepping, decision: actDecisionField, reason: z.string() }),
  output,
  failures: [...stepFailures, 'acts.badDays', 'acts.futureDay', 'acts.sumOutOfRange'],
});

export const ACT_INSTALMENTS = defineModule({
  name: 'ACT_INSTALMENTS',
  summary: 'Shares what is unpaid of an act among days, in the place of the former schedule.',
  accountField: 'accountNumber',
  input: z.object({ ...stepping, parts: instalmentsField, reason: z.string() }),
  output,
  failures: [...stepFailures, 'acts.badDays', 'acts.wrongSum'],
});

export const ACT_CANCEL = defineModule({
  name: 'ACT_CANCEL',
  summary: 'Cancels an act; one that was decided or paid for waits for another person.',
  accountField: 'accountNumber',
  input: z.object({ ...stepping, reason: z.string() }),
  output,
  failures: stepFailures,
});

export const ACT_CONFIRM = defineModule({
  name: 'ACT_CONFIRM',
  summary: 'Confirms a step of another person, which takes effect at once, or withdraws one.',
  accountField: 'accountNumber',
  input: z.object({
    ...oneAct,
    stepId: z.string(),
    decision: z.enum(['confirmed', 'withdrawn']),
    /** Of a withdrawal. */
    reason: z.string(),
    administrator: secondPersonField,
  }),
  output,
  failures: ['common.notFound', ...secondPersonFailures, 'acts.decided', 'acts.changedMeanwhile'],
});
