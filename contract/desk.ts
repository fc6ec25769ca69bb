import * as z from 'zod/mini';
import { conversationStates } from '#domain/conversations/conversation-state.ts';
import {
  conversationFileSchema,
  fileIdsField,
  fileRefusals,
  fileUpload,
  newFileFields,
} from './conversations.ts';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, conversationAccountField, cursorField, textField, uuidField } from './fields.ts';
import { dateField, instantField, periodField } from './values/dates.ts';
import { zoneField } from './values/energy.ts';
import { sentFileTypes } from './values/file-types.ts';
import { moneyField } from './values/money.ts';
import { paymentStateField } from './values/payment.ts';
import { minText } from './values/text-length.ts';
import { wholeNumberField } from './values/whole-number.ts';

/** Longest message, note or draft, characters. */
const maxText = 4000;
/** So many conversations are changed at once at the most. */
const maxBulk = 100;
/** Saved filters of an administrator. */
export const maxViews = 20;

const staff = { audience: 'admin', roles: ['operator'] } as const;
const conversationFields = { account: conversationAccountField, id: uuidField };
const keySchema = z.object(conversationFields);

/** Paragraphs as they were typed, without spaces around and with the line ends of one system. */
const plainText = textField(maxText).check(z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()));
const messageText = plainText.check(minText(1, 'field.required'));

const stateField = z.enum(conversationStates);
const customerTypeField = z.enum(['person', 'entity']);
const responsibleField = z.enum(['supplier', 'operator']);
const topicIdField = z.string().check(z.regex(/^[a-z][A-Za-z]{2,39}$/, { error: 'field.invalid' }));
const colleagueSchema = z.object({ id: uuidField, name: z.string() });

/** 'open': whatever waits for the supplier or others; the rest: one state. */
export const queueStates = ['open', ...conversationStates] as const;

/** A word of the filter, an absent one does not narrow. */
const filterFields = {
  state: z.optional(z.enum(queueStates)),
  topicId: z.optional(topicIdField),
  customerType: z.optional(customerTypeField),
  responsible: z.optional(responsibleField),
  assignee: z.optional(z.union([z.enum(['mine', 'nobody']), uuidField])),
  isOverdue: z.optional(z.boolean()),
};

const rowSchema = z.object({
  ...conversationFields,
  number: z.number(),
  kind: z.enum(['ticket', 'chat']),
  customerType: customerTypeField,
  title: z.string(),
  topicId: z.nullable(z.string()),
  /** '': a chat without one. */
  topic: z.string(),
  responsible: responsibleField,
  state: stateField,
  /** The term that runs; null: none does. */
  term: z.nullable(
    z.object({
      receivedOn: dateField,
      dueOn: dateField,
      daysLeft: z.number(),
      state: z.enum(['inTime', 'dueToday', 'breached']),
    }),
  ),
  assignee: z.nullable(colleagueSchema),
  openedAt: instantField,
  lastMessageAt: instantField,
  /** Since when the customer waits for a word; null: the customer has it. */
  waitingSince: z.nullable(instantField),
  /** Of a chat in which the customer waits: by when an answer is to come; null: no such moment. */
  answerBy: z.nullable(instantField),
  /** Nobody of the staff has seen the last message. */
  isUnread: z.boolean(),
});
export type DeskRow = z.infer<typeof rowSchema>;

export const listDesk = defineCall({
  path: '/api/desk/list',
  summary:
    'Conversations with customers: of open ones first those whose term is over, then chats that wait, then by the least share of the term left; done ones newest first; of a search the newest words first, fifty at most.',
  ...staff,
  input: signedInput({ ...filterFields, q: z.optional(textField(100)), cursor: z.optional(cursorField) }),
  output: success({
    rows: z.array(rowSchema),
    next: z.nullable(cursorField),
    /** Of a search: there are more than are shown. */
    isCut: z.boolean(),
    /** The moment that the order is of. */
    asOf: instantField,
  }),
  failures: ['common.serviceDown'],
});

const templateSchema = z.object({
  templateId: z.string(),
  /** null: fits every topic. */
  topicId: z.nullable(z.string()),
  title: z.string(),
  text: z.string(),
});

const viewSchema = z.object({
  id: uuidField,
  name: z.string(),
  /** Query parameters of the address. */
  search: z.record(z.string(), z.string()),
});
export type DeskView = z.infer<typeof viewSchema>;

export const deskOptions = defineCall({
  path: '/api/desk/options',
  summary:
    'What the desk is filtered and answered by: topics, colleagues, templates of answers, own saved filters.',
  audience: 'admin',
  roles: ['operator', 'content'],
  input: signedInput({}),
  output: success({
    topics: z.array(z.object({ topicId: z.string(), title: z.string(), responsible: responsibleField })),
    /** Administrators who may answer, by name. */
    colleagues: z.array(colleagueSchema),
    templates: z.array(templateSchema),
    views: z.array(viewSchema),
  }),
  failures: [],
});

const openedSchema = z.object({
  ...rowSchema.shape,
  /** Of whoever opened it; '' when not given. */
  customerName: z.string(),
  phone: z.nullable(z.string()),
  /** What it is about, in words. */
  subject: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The rule of the term; null: a chat. */
  basis: z.nullable(z.string()),
  /** Minutes of working time in which the supplier had it in hand. */
  internalMinutes: z.number(),
  messages: z.array(
    z.object({
      seq: z.number(),
      author: z.enum(['customer', 'operator', 'system']),
      /** Of an operator. */
      authorName: z.string(),
      text: z.string(),
      sentAt: instantField,
      files: z.array(conversationFileSchema),
    }),
  ),
  /** The newest message that the customer has seen, and the newest that a device of the customer has. */
  customerReadSeq: z.number(),
  customerDeliveredSeq: z.number(),
  notes: z.array(
    z.object({ id: uuidField, authorName: z.string(), text: z.string(), writtenAt: instantField }),
  ),
  events: z.array(
    z.object({
      id: uuidField,
      kind: z.enum([
        'opened',
        'stateChanged',
        'assigned',
        'topicChanged',
        'merged',
        'transferred',
        'rated',
        'compensation',
        'extended',
      ]),
      actor: z.enum(['customer', 'operator', 'system']),
      actorName: z.string(),
      at: instantField,
      /** What it became: a state, the name of a topic or colleague, the № of a conversation; '' when nothing. */
      after: z.string(),
      reason: z.string(),
    }),
  ),
  /** Own, not sent; '' when there is none. */
  draft: z.string(),
  /** Own, added to the draft and not sent. */
  draftFiles: z.array(conversationFileSchema),
  /** Conversations that are shown together with it. */
  linked: z.array(
    z.object({ ...conversationFields, number: z.number(), title: z.string(), state: stateField }),
  ),
  /** The conversation that this one was joined to; null: none. */
  joinedTo: z.nullable(z.object({ ...conversationFields, number: z.number() })),
  /** Topics that it could have, each with the last day that it would then have. */
  topics: z.array(z.object({ topicId: z.string(), title: z.string(), dueOn: dateField })),
  /** Days that the term may be extended to, both included; null: it may not. */
  extension: z.nullable(z.object({ from: dateField, to: dateField })),
  /** What can be done with it now. */
  acts: z.array(z.enum(['take', 'askCustomer', 'forward', 'answer', 'staffMessage', 'staffClose'])),
});
export type OpenedConversation = z.infer<typeof openedSchema>;

export const openDesk = defineCall({
  path: '/api/desk/open',
  summary:
    'A conversation with its messages, files, notes of the staff, events and own draft; it is then seen.',
  ...staff,
  input: signedInput(conversationFields),
  output: success({ conversation: openedSchema }),
  failures: ['common.notFound'],
});

export const deskCard = defineCall({
  path: '/api/desk/card',
  summary:
    'The customer of a conversation: who it is, accounts with what is due, contract, last readings, bills and payments of its account, other conversations.',
  ...staff,
  input: signedInput(conversationFields),
  output: success({
    /** Of the cabinet that opened it; '' and null when not given. */
    customer: z.object({
      id: uuidField,
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
    /** Of the account; null: the billing does not answer. */
    contract: z.nullable(z.object({ holder: z.string(), number: z.string(), tariff: z.string() })),
    /** null: the billing does not answer. */
    accounts: z.nullable(
      z.array(
        z.object({
          account: accountNumberField,
          address: z.string(),
          due: moneyField,
          overpaid: moneyField,
        }),
      ),
    ),
    /** Newest first. */
    readings: z.array(
      z.object({
        day: dateField,
        meter: z.string(),
        registers: z.array(z.object({ zone: zoneField, value: z.number() })),
        state: z.enum(['accepted', 'underReview', 'rejected', 'superseded']),
      }),
    ),
    bills: z.array(z.object({ period: periodField, sum: moneyField, open: moneyField })),
    payments: z.array(z.object({ startedAt: instantField, sum: moneyField, state: paymentStateField })),
    conversations: z.array(
      z.object({
        ...conversationFields,
        number: z.number(),
        title: z.string(),
        state: stateField,
        openedAt: instantField,
      }),
    ),
  }),
  failures: ['common.notFound'],
});

/** What an answer means for the state. */
export const replyActs = ['answer', 'staffMessage', 'askCustomer', 'forward'] as const;

export const replyAtDesk = defineCall({
  path: '/api/desk/reply',
  summary:
    'Sends a message to the customer. Refused when there is a newer one than its writer has seen, or when a place of a template is open.',
  ...staff,
  changes: true,
  input: signedInput({
    ...conversationFields,
    text: messageText,
    /** Files that were added before, in their order. */
    fileIds: z.optional(fileIdsField),
    act: z.enum(replyActs),
    lastSeenSeq: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    /** Of the message: the same one again is sent once. */
    clientId: uuidField,
  }),
  output: success({ seq: z.number(), state: stateField }),
  failures: [
    'common.notFound',
    'common.requestReused',
    'support.answeredMeanwhile',
    'support.notPossible',
    'support.openPlaces',
  ],
});

export const noteAtDesk = defineCall({
  path: '/api/desk/note',
  summary: 'Adds a note that only the staff reads.',
  ...staff,
  changes: true,
  input: signedInput({ ...conversationFields, text: messageText, noteId: uuidField }),
  output: success({}),
  failures: ['common.notFound'],
});

export const saveDeskDraft = defineCall({
  path: '/api/desk/draft',
  summary:
    'Keeps what the caller has typed and not sent, with its files; an empty text without files removes it.',
  ...staff,
  input: signedInput({ ...conversationFields, text: textField(maxText), fileIds: z.optional(fileIdsField) }),
  output: success({}),
  failures: ['common.notFound'],
});

export const fillDeskAnswer = defineCall({
  path: '/api/desk/fill-answer',
  summary: 'The text of a template for a conversation; a place without a value stays open and is named.',
  ...staff,
  input: signedInput({ ...conversationFields, templateId: topicIdField }),
  output: success({ text: z.string(), open: z.array(z.string()) }),
  failures: ['common.notFound'],
});

export const changeDesk = defineCall({
  path: '/api/desk/change',
  summary:
    'Assigns conversations to an administrator or nobody, or moves them to a state; each that can not be is named.',
  ...staff,
  changes: true,
  input: signedInput({
    conversations: z
      .array(keySchema)
      .check(z.minLength(1, { error: 'field.required' }), z.maxLength(maxBulk)),
    change: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('assign'), to: z.nullable(uuidField) }),
      z.object({ kind: z.literal('state'), act: z.enum(['take', 'askCustomer', 'forward', 'staffClose']) }),
    ]),
    reason: z.optional(textField(1000)),
  }),
  output: success({ changed: z.number(), refused: z.array(keySchema) }),
  failures: ['common.notFound'],
});

export const changeDeskTopic = defineCall({
  path: '/api/desk/change-topic',
  summary:
    'Gives a conversation another topic; its last day is then counted from the receipt. A chat becomes a ticket, and the customer is told its number and day.',
  ...staff,
  changes: true,
  input: signedInput({ ...conversationFields, topicId: topicIdField, reason: z.optional(textField(1000)) }),
  output: success({ dueOn: dateField }),
  failures: ['common.notFound', 'support.notPossible'],
});

export const extendDesk = defineCall({
  path: '/api/desk/extend',
  summary:
    'Extends the legal term of a ticket to a day, once and where its standard allows it, with a message to the customer that says why.',
  ...staff,
  changes: true,
  input: signedInput({
    ...conversationFields,
    to: dateField,
    /** The customer reads it. */
    reason: textField(1000).check(z.trim(), minText(1, 'field.required')),
    /** Of the message: the same one again extends once. */
    clientId: uuidField,
  }),
  output: success({ dueOn: dateField, seq: z.number() }),
  failures: [
    'common.notFound',
    'common.requestReused',
    'support.notPossible',
    'support.notExtendable',
    'support.alreadyExtended',
    'support.extensionTooLate',
    'support.extensionOutside',
  ],
});

export const joinDesk = defineCall({
  path: '/api/desk/join',
  summary:
    'Joins a conversation to another one of the same customer: they are shown together and nothing moves; without another, ends that.',
  ...staff,
  changes: true,
  input: signedInput({ ...conversationFields, to: z.nullable(wholeNumberField(1)) }),
  output: success({}),
  failures: ['common.notFound', 'support.notSameCustomer'],
});

export const beAtDesk = defineCall({
  path: '/api/desk/presence',
  summary: 'Says that the caller has a conversation open, and tells who else has; worth 45 seconds.',
  ...staff,
  input: signedInput({ ...conversationFields, isTyping: z.boolean() }),
  output: success({
    others: z.array(z.object({ name: z.string(), isTyping: z.boolean() })),
    /** Of the conversation, so that a newer message is noticed. */
    lastSeq: z.number(),
  }),
  failures: ['common.notFound'],
});

export const addDeskFile = defineCall({
  path: '/api/desk/add-file',
  summary:
    'Stores a file that an answer can then name: a picture, written anew without its place, or a document, by its content.',
  upload: fileUpload,
  ...staff,
  changes: true,
  input: signedInput({ ...conversationFields, ...newFileFields }),
  output: success({ file: conversationFileSchema }),
  failures: [...fileRefusals, 'support.tooManyFiles', 'common.requestReused', 'common.notFound'],
});

export const deskFile = defineCall({
  path: '/api/desk/file',
  summary: 'A file of a conversation.',
  ...staff,
  file: [
    fileTypes.pdf,
    sentFileTypes.jpeg,
    fileTypes.xlsx,
    sentFileTypes.xls,
    sentFileTypes.docx,
    sentFileTypes.doc,
    sentFileTypes.p7s,
    sentFileTypes.asice,
  ],
  input: signedInput({ account: conversationAccountField, fileId: uuidField }),
  output: z.unknown(),
  failures: ['common.notFound', 'support.fileChecking', 'support.fileInfected'],
});

export const saveDeskView = defineCall({
  path: '/api/desk/save-view',
  summary: 'Keeps a filter of the desk under a name, for the caller alone.',
  ...staff,
  changes: true,
  input: signedInput({
    name: textField(60).check(z.trim(), minText(1, 'field.required')),
    search: z.record(textField(20), textField(100)),
    viewId: uuidField,
  }),
  output: success({ views: z.array(viewSchema) }),
  failures: ['support.tooManyViews'],
});

export const dropDeskView = defineCall({
  path: '/api/desk/drop-view',
  summary: 'Removes an own saved filter.',
  ...staff,
  changes: true,
  input: signedInput({ viewId: uuidField }),
  output: success({ views: z.array(viewSchema) }),
  failures: ['common.notFound'],
});
