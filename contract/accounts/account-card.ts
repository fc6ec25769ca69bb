import * as z from 'zod/mini';
import { listedConversationSchema, sentMessageSchema } from '../customers.ts';
import { defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import { accountNumberField, cursorField, requestIdField, uuidField } from '../fields.ts';
import { paymentSchema } from '../payments/payments.ts';
import { benefitReasonField, benefitSchema, grantedFields, grantedMonthsField } from '../values/benefit.ts';
import { dateField, instantField, periodField } from '../values/dates.ts';
import { zoneField } from '../values/energy.ts';
import { moneyField } from '../values/money.ts';
import { wholeReadingFields } from '../values/reading.ts';
import { violationActSchema } from '../values/violation-act.ts';

/** Who finds accounts reads their cards. */
const staff = { audience: 'admin', roles: ['operator', 'billing'] } as const;

const ofPart = { account: accountNumberField, cursor: z.optional(cursorField) };
const part = { next: z.nullable(cursorField) };

/** What a month is asked for with: the bill of a household, the invoice of the supplier, or that of the operator of the network. */
const billKindField = z.enum(['bill', 'invoice', 'operatorInvoice']);

export const listAccountBills = defineCall({
  path: '/api/admin/accounts/bills',
  summary:
    'Bills and invoices of an account for the staff, newest first, 24 at once, with what of each is due now.',
  ...staff,
  input: signedInput(ofPart),
  output: success({
    bills: z.array(
      z.object({
        period: periodField,
        kind: billKindField,
        number: z.string(),
        issuedOn: dateField,
        dueOn: dateField,
        /** With VAT. */
        sum: moneyField,
        /** Still due now. */
        open: moneyField,
        state: z.enum(['paid', 'due', 'overdue']),
        isEstimated: z.boolean(),
      }),
    ),
    ...part,
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const accountBillPdf = defineCall({
  path: '/api/admin/accounts/bill-pdf',
  summary:
    'The bill or invoice of a month as the customer gets it, as a PDF; the code that adds the account to a cabinet is masked.',
  ...staff,
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, period: periodField, kind: billKindField }),
  output: z.any(),
  failures: ['billing.noCharges', 'common.notFound', 'billing.invoiceByCallCentre', 'common.serviceDown'],
});

export const listAccountPayments = defineCall({
  path: '/api/admin/accounts/payments',
  summary: 'Payments of an account for the staff, newest first, 24 at once.',
  ...staff,
  input: signedInput(ofPart),
  output: success({ payments: z.array(paymentSchema), ...part }),
  failures: ['common.serviceDown'],
});

export const listAccountReadings = defineCall({
  path: '/api/admin/accounts/readings',
  summary:
    'Readings of an account for the staff, newest first, twenty at once: meter, zones, who gave them, state, consumption.',
  ...staff,
  input: signedInput(ofPart),
  output: success({
    readings: z.array(
      z.object({
        ...wholeReadingFields,
        registers: z.array(z.object({ zone: zoneField, value: z.number() })),
        /** Of all zones since the accepted reading before; null: of one of them it is not known. */
        kwh: z.nullable(z.number()),
        /** Why the customer corrected it, or why an operator rejected or changed it; '' otherwise. */
        reason: z.string(),
      }),
    ),
    ...part,
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const listAccountActs = defineCall({
  path: '/api/admin/accounts/acts',
  summary: 'Violation acts of an account for the staff, newest first, and what is due for them.',
  ...staff,
  input: signedInput({ account: accountNumberField }),
  output: success({ acts: z.array(violationActSchema), owed: moneyField }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const listAccountCabinets = defineCall({
  path: '/api/admin/accounts/cabinets',
  summary: 'The customers in whose cabinets an account stands, by when it came there, fifty at most.',
  ...staff,
  input: signedInput({ account: accountNumberField }),
  output: success({
    cabinets: z.array(
      z.object({
        /** Of the customer. */
        id: uuidField,
        type: z.enum(['person', 'entity']),
        /** '' when not given. */
        name: z.string(),
        /** '': none is known. */
        phone: z.string(),
        isBlocked: z.boolean(),
        addedAt: instantField,
      }),
    ),
  }),
  failures: [],
});

export const listAccountMessages = defineCall({
  path: '/api/admin/accounts/messages',
  summary:
    'Messages about an account in the last thirty days, newest first, twenty at once: what about, to whom, how far each came. No text.',
  ...staff,
  input: signedInput(ofPart),
  output: success({ messages: z.array(sentMessageSchema), ...part }),
  failures: [],
});

export const listAccountConversations = defineCall({
  path: '/api/admin/accounts/conversations',
  summary: 'The conversations about an account, newest first, twenty at once; for operators.',
  audience: 'admin',
  roles: ['operator'],
  input: signedInput(ofPart),
  output: success({
    conversations: z.array(listedConversationSchema),
    ...part,
  }),
  failures: [],
});

export const listAccountBenefits = defineCall({
  path: '/api/admin/accounts/benefits',
  summary:
    'Benefits and subsidies of an account for the staff, the newest month first, twenty at once: sum, month that books it, whether it did, who entered it.',
  ...staff,
  input: signedInput(ofPart),
  output: success({
    benefits: z.array(benefitSchema),
    /** That one may be entered for; null: the account is no household's. */
    months: grantedMonthsField,
    ...part,
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

const byBilling = { audience: 'admin', roles: ['billing'], changes: true } as const;
const ofBenefitChange = {
  account: accountNumberField,
  reason: benefitReasonField,
  requestId: requestIdField,
};

export const addAccountBenefit = defineCall({
  path: '/api/admin/accounts/benefit-add',
  summary:
    'Enters a benefit or subsidy of a household for a month, with a reason; the closing of the first open month from it on books it.',
  ...byBilling,
  input: signedInput({ ...ofBenefitChange, ...grantedFields }),
  output: success({ benefit: benefitSchema }),
  failures: [
    'common.notFound',
    'common.requestReused',
    'management.changedMeanwhile',
    'benefits.alreadyThere',
    'benefits.importRuns',
    'benefits.monthOutOfRange',
    'benefits.notCharged',
    'benefits.notHousehold',
    'benefits.takesTwo',
    'common.serviceDown',
  ],
});

export const removeAccountBenefit = defineCall({
  path: '/api/admin/accounts/benefit-remove',
  summary: 'Removes a benefit or subsidy that staff entered and no closing has begun to book, with a reason.',
  ...byBilling,
  input: signedInput({ ...ofBenefitChange, benefitId: requestIdField }),
  output: success({}),
  failures: [
    'common.notFound',
    'common.requestReused',
    'management.changedMeanwhile',
    'benefits.booked',
    'benefits.importRuns',
    'benefits.ofImport',
    'common.serviceDown',
  ],
});
