import * as z from 'zod/mini';
import { conversationStates } from '#domain/conversations/conversation-state.ts';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField, phoneField, textField, uuidField } from './fields.ts';
import { factorProof, factorProofFailures } from './identity/second-factor.ts';
import { staffChangeSchema } from './identity/staff-actions.ts';
import { erasureSchema } from './personal-data.ts';
import { instantField } from './values/dates.ts';
import { moneyField } from './values/money.ts';
import { minText } from './values/text-length.ts';

/** Who finds customers reads their cards. */
const staff = { audience: 'admin', roles: ['operator', 'billing'] } as const;

const namedSchema = z.object({ id: uuidField, name: z.string() });

const customerSchema = z.object({
  id: uuidField,
  type: z.enum(['person', 'entity']),
  /** Of a company what the billing calls it; '' when not given. */
  name: z.string(),
  /** '': none is known. */
  phone: z.string(),
  isPhoneConfirmed: z.boolean(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  secondFactor: z.enum(['none', 'totp', 'sms']),
  /** 'ended': of a person of a company whose access the company has ended. 'erased': the person had their data deleted. */
  state: z.enum(['active', 'blocked', 'ended', 'erased']),
  /** The newest block, also when it is over; null: there was none. */
  block: z.nullable(
    z.object({
      reason: z.string(),
      by: z.string(),
      at: instantField,
      /** Who unblocked, and when; null: it stands. */
      ended: z.nullable(z.object({ by: z.string(), at: instantField })),
      /** It came with the block of the company. */
      isOfCompany: z.boolean(),
    }),
  ),
  createdAt: instantField,
  /** Null: never. */
  lastSignInAt: z.nullable(instantField),
  /** Sessions that stand. */
  sessionCount: z.number(),
  accountCount: z.number(),
  /** Of a person of a company; null: of nobody else. */
  company: z.nullable(namedSchema),
  /** Of a company: who has an own sign-in, by name. */
  people: z.array(namedSchema),
});
export type CustomerData = z.infer<typeof customerSchema>;

export const getCustomer = defineCall({
  path: '/api/admin/customers/get',
  summary:
    'The sign-in of a customer: name, contacts, state, second factor, sessions; of a company its people.',
  ...staff,
  input: signedInput({ id: uuidField }),
  /** `erasure`: the open request of a person to delete their data; null: there is none. */
  output: success({ customer: customerSchema, erasure: z.nullable(erasureSchema) }),
  failures: ['common.notFound'],
});

/** What is done to the sign-in of a customer. */
export const customerActs = ['endSessions', 'resetFactor', 'confirmPhone', 'block', 'unblock'] as const;
export type CustomerAct = (typeof customerActs)[number];

export const actOnCustomer = defineCall({
  path: '/api/admin/customers/act',
  summary:
    'Ends the sessions of a customer, takes the second factor away, keeps another phone as confirmed, blocks or unblocks; of a company with its people. Refused with the card as it is now when somebody else has done it meanwhile.',
  audience: 'admin',
  roles: ['operator'],
  changes: true,
  input: signedInput({
    id: uuidField,
    act: z.enum(customerActs),
    /** Of 'confirmPhone': the phone that the customer has now. */
    phone: z.optional(phoneField),
    /** Of 'confirmPhone': the phone that the caller saw; '' when there was none. */
    seenPhone: z.optional(textField(13)),
    reason: textField(300).check(z.trim(), minText(3, 'field.required')),
    /** Of 'resetFactor' and 'confirmPhone', which open a way in. */
    ...factorProof,
  }),
  output: success({
    customer: customerSchema,
    /** How many sessions ended by it. */
    ended: z.number(),
  }),
  failures: [...factorProofFailures, 'common.notFound', 'identity.customerChanged', 'identity.phoneTaken'],
});

/** A conversation in a list of the staff. */
export const listedConversationSchema = z.object({
  id: uuidField,
  account: accountNumberField,
  number: z.number(),
  title: z.string(),
  state: z.enum(conversationStates),
  openedAt: instantField,
});

/** A message by the outbox, without its text. */
export const sentMessageSchema = z.object({
  id: uuidField,
  channel: z.enum(['sms', 'mail', 'push']),
  /** '' for a device. */
  recipient: z.string(),
  kind: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'withheld', 'expired']),
  createdAt: instantField,
  sentAt: z.nullable(instantField),
});

const part = { next: z.nullable(cursorField) };
const ofPart = { id: uuidField, cursor: z.optional(cursorField) };

export const listCustomerAccounts = defineCall({
  path: '/api/admin/customers/accounts',
  summary: 'The accounts of a customer by number, with address and what is due, fifty at once.',
  ...staff,
  input: signedInput(ofPart),
  output: success({
    accounts: z.array(
      z.object({
        account: accountNumberField,
        /** '' when the billing does not know the account. */
        address: z.string(),
        hasContract: z.boolean(),
        due: moneyField,
        /** Of acts of violation. */
        dueActs: moneyField,
        overpaid: moneyField,
      }),
    ),
    ...part,
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const listCustomerConversations = defineCall({
  path: '/api/admin/customers/conversations',
  summary: 'The conversations of a customer, newest first, twenty at once; for operators.',
  audience: 'admin',
  roles: ['operator'],
  input: signedInput(ofPart),
  output: success({
    conversations: z.array(listedConversationSchema),
    ...part,
  }),
  failures: ['common.notFound'],
});

export const listCustomerMessages = defineCall({
  path: '/api/admin/customers/messages',
  summary:
    'Messages that went to the phone, the e-mail and the devices of a customer in the last thirty days, newest first: what about, how far it came. No text.',
  ...staff,
  input: signedInput(ofPart),
  output: success({
    messages: z.array(sentMessageSchema),
    ...part,
  }),
  failures: ['common.notFound'],
});

export const listCustomerHistory = defineCall({
  path: '/api/admin/customers/history',
  summary:
    'What the staff did with a customer and the accounts, or with one account, newest first: who, when, why, before and after.',
  ...staff,
  input: signedInput({
    /** One of the two; both: what was done with the customer's account; none: nothing is found. */
    id: z.optional(uuidField),
    account: z.optional(accountNumberField),
    cursor: z.optional(cursorField),
  }),
  output: success({
    actions: z.array(
      z.object({
        id: uuidField,
        who: z.string(),
        /** In words. */
        what: z.string(),
        accounts: z.array(z.string()),
        at: instantField,
        why: z.string(),
        outcome: z.enum(['done', 'refused', 'unknown']),
        /** Why it was refused. */
        refusal: z.nullable(z.string()),
        changes: z.array(staffChangeSchema),
        changeCount: z.number(),
      }),
    ),
    /** What the billing changed is not among it, because it does not answer. */
    isBillingAway: z.boolean(),
    ...part,
  }),
  failures: ['common.notFound'],
});
