import * as z from 'zod/mini';
import { ticketSchema } from './conversations.ts';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, textField, uuidField } from './fields.ts';
import { instantField } from './values/dates.ts';

/** A message of the supplier as an item of the inbox. Both texts are plain: nothing in them is markup. */
const inboxItemSchema = z.object({
  id: uuidField,
  title: z.string(),
  /** Paragraphs are separated by empty lines. */
  text: z.string(),
  sentAt: instantField,
  /** Of an answer to a ticket: which. */
  ticketId: z.optional(uuidField),
  /** By who asks; others who have the account read for themselves (decision 0111). */
  isRead: z.boolean(),
});
const itemsSchema = z.object({ items: z.array(inboxItemSchema) });

/** The newest so many messages of an account are shown. */
export const maxInboxItems = 300;

/** Payload of the inbox calls. Source: base specification, section 7. */
const ofAccount = {
  account: accountNumberField,
  partner: z.optional(textField(40)),
  userType: z.optional(textField(20)),
};
const inboxFailures = ['common.notFound'] as const;

export const newSupplierMessages = defineCall({
  path: '/api/person/orders/supplier_new',
  summary:
    'The messages of the supplier that the person has not read, newest first; their number is the count of new ones.',
  audience: 'person',
  accountField: 'account',
  input: signedInput(ofAccount),
  output: success({ data: itemsSchema }),
  failures: inboxFailures,
});

export const supplierMessages = defineCall({
  path: '/api/person/orders/supplier',
  summary: 'The messages of the supplier to an account of the person, newest first.',
  audience: 'person',
  accountField: 'account',
  input: signedInput(ofAccount),
  output: success({ data: itemsSchema }),
  failures: inboxFailures,
});

export const personOrders = defineCall({
  path: '/api/person/orders',
  summary: 'The tickets of the person in an account and its inbox, newest first.',
  audience: 'person',
  accountField: 'account',
  input: signedInput(ofAccount),
  output: success({ tickets: z.array(ticketSchema), inbox: z.array(inboxItemSchema) }),
  failures: inboxFailures,
});

export const entitySupplierOrders = defineCall({
  path: '/api/entity/orders/supplier_all',
  summary:
    'Answers to tickets that were not read yet and the messages of the supplier to an account, newest first; both belong into the inbox.',
  audience: 'entity',
  area: 'company',
  // A message is to an account, whatever points of it somebody looks after.
  ofPoints: true,
  accountField: 'account',
  input: signedInput({ account: ofAccount.account, partner: ofAccount.partner }),
  output: success({
    data: z.object({
      findNewOrderAnswersResponse: itemsSchema,
      findSupplierOrdersResponse: itemsSchema,
    }),
  }),
  failures: inboxFailures,
});

export const unreadMessages = defineCall({
  path: '/api/messages/unread',
  summary:
    'How many messages of the supplier the customer has not read, in all accounts and in each, and the newest of them.',
  audience: 'customer',
  area: 'company',
  // A message is to an account, whatever points of it somebody looks after.
  ofPoints: true,
  input: signedInput({}),
  output: success({
    /** A message to several accounts counts once. */
    total: z.number(),
    /** Accounts with unread messages, sorted by number. */
    accounts: z.array(z.object({ account: accountNumberField, unread: z.number() })),
    /** At most three. */
    latest: z.array(
      z.object({
        id: uuidField,
        title: z.string(),
        sentAt: instantField,
        /** The accounts it was sent to that are in this cabinet, sorted by number. */
        accounts: z.array(accountNumberField),
      }),
    ),
  }),
  failures: [],
});

export const readMessage = defineCall({
  path: '/api/messages/read',
  summary:
    'Marks a message of the supplier read by the caller, in all accounts of the cabinet that it was sent to.',
  audience: 'customer',
  // The mark is the reader's own.
  area: 'own',
  accountField: 'account',
  changes: true,
  input: signedInput({ account: accountNumberField, messageId: uuidField }),
  output: success({
    /** Of the account, after it. */
    unread: z.number(),
  }),
  failures: inboxFailures,
});
