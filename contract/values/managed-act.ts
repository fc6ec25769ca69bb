import * as z from 'zod/mini';
import { tidyText } from '#domain/input/tidy-text.ts';
import { violationKinds } from '#domain/violation-acts/violation-kinds.ts';
import { textField } from '../fields.ts';
import { dateField, instantField } from './dates.ts';
import { moneyField, priceField } from './money.ts';
import { decidedSchema } from './second-person.ts';
import { minText } from './text-length.ts';
import { actStateField, violationActFields } from './violation-act.ts';

const line = (maximum: number) =>
  textField(maximum).check(
    z.overwrite(tidyText),
    minText(1, 'field.required'),
    z.refine((typed) => !/\p{Cc}/u.test(typed), { error: 'field.invalid' }),
  );

/** The number of an act or of a protocol. */
export const actNumberField = line(40);
const violationKindField = z.enum(violationKinds);

/** People who were there when an act was drawn up. */
export const mostPresent = 10;

/** What an act says when it is drawn up; '' and null: not said. */
export const drawnActFields = {
  drawnOn: dateField,
  kind: violationKindField,
  /** The clause of the rules that was broken. */
  clause: textField(300).check(z.trim()),
  /** Where it was found. */
  place: line(300),
  /** The serial number of a meter of the account; null: it is about none. */
  meterSerial: z.nullable(line(40)),
  found: textField(2000).check(z.trim(), minText(3, 'field.required')),
  /** Who was there: staff of the network, the customer, witnesses. */
  present: z
    .array(line(150))
    .check(z.minLength(1, { error: 'field.required' }), z.maxLength(mostPresent, { error: 'field.invalid' })),
};

/** How the energy was found: by the power of what was connected and its hours a day, or as the protocol says. */
const volumeField = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('byPower'),
    watts: z.int().check(z.minimum(1), z.maximum(100_000_000)),
    hoursPerDay: z.int().check(z.minimum(1), z.maximum(24)),
  }),
  z.object({ kind: z.literal('byProtocol'), kwh: z.int().check(z.minimum(0), z.maximum(999_999_999)) }),
]);
/** How the sum was found: by a price with VAT, or as the protocol says. */
const amountField = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('byPrice'), price: priceField }),
  z.object({ kind: z.literal('byProtocol'), sum: moneyField }),
]);
const actBasisField = z.object({ volume: volumeField, amount: amountField });
export type ActBasis = z.infer<typeof actBasisField>;

/** What the commission decided. `periodFrom` and `periodTo` are both among the days. */
export const actDecisionField = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('violation'),
    protocolNumber: actNumberField,
    protocolOn: dateField,
    periodFrom: dateField,
    periodTo: dateField,
    basis: actBasisField,
  }),
  z.object({ kind: z.literal('noViolation'), protocolNumber: actNumberField, protocolOn: dateField }),
]);

/** Parts of a schedule. */
export const mostInstalments = 36;

/** A part of a schedule as it is typed. */
export const instalmentsField = z
  .array(z.object({ dueOn: dateField, sum: moneyField }))
  .check(
    z.minLength(1, { error: 'field.required' }),
    z.maxLength(mostInstalments, { error: 'field.invalid' }),
  );

/** Fields of an act that a step gave other values; of the same field `before` and `after` have what it was and became. */
const steppedSchema = z.partial(
  z.object({
    state: actStateField,
    drawnOn: dateField,
    kind: violationKindField,
    clause: z.string(),
    place: z.string(),
    meterSerial: z.nullable(z.string()),
    found: z.string(),
    present: z.array(z.string()),
    servedOn: z.nullable(dateField),
    hearingOn: z.nullable(dateField),
    protocolNumber: z.nullable(z.string()),
    protocolOn: z.nullable(dateField),
    periodFrom: z.nullable(dateField),
    periodTo: z.nullable(dateField),
    days: z.nullable(z.number()),
    kwh: z.number(),
    sum: moneyField,
    vat: moneyField,
    basis: z.nullable(actBasisField),
    dueOn: z.nullable(dateField),
    instalments: z.nullable(z.array(z.object({ dueOn: dateField, sum: moneyField }))),
    /** What was paid for a cancelled act and became an advance for energy. */
    advance: moneyField,
  }),
);
export type SteppedValues = z.infer<typeof steppedSchema>;

const actStepKinds = ['drawn', 'invited', 'decided', 'instalments', 'cancelled'] as const;

/** What staff did with an act. 'applied' and 'confirmed' took effect; 'proposed' waits for another person. */
const actStepSchema = z.object({
  stepId: z.string(),
  kind: z.enum(actStepKinds),
  state: z.enum(['applied', 'proposed', 'confirmed', 'withdrawn']),
  before: steppedSchema,
  after: steppedSchema,
  reason: z.string(),
  author: z.string(),
  savedAt: instantField,
  /** Null: nobody has decided, or nobody needs to. */
  decided: z.nullable(decidedSchema),
  /** Of who asks: another person has to confirm it. */
  isOwn: z.boolean(),
});
export type ActStep = z.infer<typeof actStepSchema>;

const ofAccount = {
  account: z.string(),
  customerName: z.string(),
  address: z.string(),
};

/** A row of the list. */
export const listedActSchema = z.object({
  ...ofAccount,
  actNumber: z.string(),
  drawnOn: dateField,
  state: actStateField,
  /** Null: it came with an import, which says none. */
  kind: z.nullable(violationKindField),
  sum: moneyField,
  owed: moneyField,
  dueOn: z.nullable(dateField),
  isOverdue: z.boolean(),
  /** A step waits for another person. */
  isWaiting: z.boolean(),
});
export type ListedAct = z.infer<typeof listedActSchema>;

/** What may be done with an act in its state; a step that waits for another person leaves nothing. */
const actActions = ['invite', 'decide', 'instalments', 'cancel'] as const;

/** One act with everything. */
export const managedActSchema = z.object({
  ...ofAccount,
  ...violationActFields,
  /** Grows with each step and each confirmation; a step says which one its author has seen. */
  revision: z.number(),
  kind: z.nullable(violationKindField),
  place: z.string(),
  meterSerial: z.nullable(z.string()),
  found: z.string(),
  present: z.array(z.string()),
  basis: z.nullable(actBasisField),
  /** Charged and not paid, also of a state that is not asked for: what a schedule has to add up to. */
  unpaid: moneyField,
  can: z.array(z.enum(actActions)),
  /** Cancelling it takes a second person: it was decided, or something was paid. */
  cancelTakesTwo: z.boolean(),
  /** Newest first. */
  steps: z.array(actStepSchema),
  /** Newest first. */
  payments: z.array(
    z.object({
      paymentId: z.string(),
      provider: z.string(),
      sum: moneyField,
      state: z.string(),
      at: instantField,
    }),
  ),
  /** The supplier's terms in force today: days from the service of the invitation to the hearing, and to pay. */
  terms: z.object({ hearingDays: z.number(), paymentDays: z.number() }),
});
export type ManagedAct = z.infer<typeof managedActSchema>;
