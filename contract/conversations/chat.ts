import * as z from 'zod/mini';
import { conversationStates } from '#domain/conversations/conversation-state.ts';
import { fileIdsField, maxSeq, messageSchema, messageTextField, topicIdField } from '../conversations.ts';
import { defineCall, signedInput, success } from '../define-call.ts';
import { conversationAccountField, requestIdField, uuidField } from '../fields.ts';
import { dateField, instantField } from '../values/dates.ts';

/** When operators answer a chat. */
const hoursSchema = z.object({
  isOpen: z.boolean(),
  /** When somebody answers again; null: they answer now. */
  opensAt: z.nullable(instantField),
  /** The end of the hours that run; null: they do not. */
  closesAt: z.nullable(instantField),
  /** Within so many minutes of the hours the first answer comes as a rule. */
  answerMinutes: z.number(),
});
export type ChatHours = z.infer<typeof hoursSchema>;

/** What a chat is now registered as; its number and day are also said in a message of the system. */
const chatTicketSchema = z.object({
  number: z.number(),
  /** The last day for the answer; null: answered. */
  dueOn: z.nullable(dateField),
});

const chatSchema = z.object({
  id: uuidField,
  /** What its calls name: the account, or `noAccount` of one that was begun before there was an object. */
  account: conversationAccountField,
  state: z.enum(conversationStates),
  /** Number of the last message. */
  lastSeq: z.number(),
  /** The newest message that a device of the customer has, and the newest that the customer has seen. */
  customerDeliveredSeq: z.number(),
  customerReadSeq: z.number(),
  /** The newest message that stood in the queue of an operator, and the newest that one has seen. */
  staffDeliveredSeq: z.number(),
  staffReadSeq: z.number(),
  /** null: it is no ticket. */
  ticket: z.nullable(chatTicketSchema),
});
export type ChatData = z.infer<typeof chatSchema>;

const chatMessageSchema = z.object({
  ...messageSchema.shape,
  /** Who of the staff has written it, as their name is known; '': nobody has, or it is not known. */
  operatorName: z.string(),
});
export type ChatMessageData = z.infer<typeof chatMessageSchema>;

/** Messages of one answer. */
export const chatPartSize = 100;

const ofPerson = { audience: 'person', accountField: 'account' } as const;
const ofChat = { account: conversationAccountField, id: uuidField };
const seqField = z.int().check(z.minimum(0), z.maximum(maxSeq));

export const openChat = defineCall({
  path: '/api/chat/open',
  summary:
    'The open chat of the customer in an account, or a newer one without an object, with its newest messages, and when operators answer; no chat is begun by it.',
  ...ofPerson,
  input: signedInput({ account: conversationAccountField }),
  output: success({
    /** null: there is none, the first message begins one. */
    chat: z.nullable(chatSchema),
    /** The newest ones, in their order; earlier ones are read with `before`. */
    messages: z.array(chatMessageSchema),
    hours: hoursSchema,
  }),
  failures: ['common.notFound'],
});

export const listChatMessages = defineCall({
  path: '/api/chat/messages',
  summary:
    'Messages of a chat of the customer after a number, or before one, in their order; a hundred at most.',
  ...ofPerson,
  input: signedInput({ ...ofChat, after: z.optional(seqField), before: z.optional(seqField) }),
  output: success({ chat: chatSchema, messages: z.array(chatMessageSchema) }),
  failures: ['common.notFound'],
});

export const sendChatMessage = defineCall({
  path: '/api/chat/send',
  summary:
    'Adds a message to the open chat of the customer in an account, or begins one with it. Outside the hours the chat becomes a ticket, and the answer says its number and day. The same message again adds nothing.',
  ...ofPerson,
  changes: true,
  input: signedInput({
    account: conversationAccountField,
    text: messageTextField,
    /** Added before by `/api/tickets/add-file`. */
    fileIds: fileIdsField,
    /** Of the message, made by the device. */
    clientId: requestIdField,
    /** Of the ticket that it may become; absent: other questions. */
    topicId: z.optional(topicIdField),
  }),
  output: success({
    chat: chatSchema,
    seq: z.number(),
    sentAt: instantField,
    hours: hoursSchema,
    /** support.ticketCreated when this message made the chat a ticket; null: it did not. */
    message: z.nullable(z.string()),
  }),
  failures: ['common.notFound', 'common.requestReused'],
});

export const markChat = defineCall({
  path: '/api/chat/mark',
  summary: 'A device has the messages up to one number, and the customer has seen them up to another.',
  ...ofPerson,
  input: signedInput({ ...ofChat, delivered: seqField, read: seqField }),
  output: success({}),
  failures: ['common.notFound'],
});

export const typeInChat = defineCall({
  path: '/api/chat/typing',
  summary: 'The customer types; worth five seconds.',
  ...ofPerson,
  input: signedInput(ofChat),
  output: success({}),
  failures: ['common.notFound'],
});

export const endChat = defineCall({
  path: '/api/chat/end',
  summary:
    'Ends a chat of the customer: the next message begins another. A ticket that it has become goes on.',
  ...ofPerson,
  changes: true,
  input: signedInput(ofChat),
  output: success({ chat: chatSchema }),
  failures: ['common.notFound'],
});
