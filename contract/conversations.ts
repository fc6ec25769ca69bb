import * as z from 'zod/mini';
import { subjectFieldKinds } from '#domain/conversations/check-subject.ts';
import { conversationStates } from '#domain/conversations/conversation-state.ts';
import { compensationExclusions, compensationStates } from '#domain/service-terms/compensation.ts';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import {
  conversationAccountField,
  cursorField,
  requestIdField,
  textField,
  titleField,
  uuidField,
} from './fields.ts';
import { dateField, instantField, periodField } from './values/dates.ts';
import { sentFileTypes } from './values/file-types.ts';
import { moneyField } from './values/money.ts';
import { minText } from './values/text-length.ts';

/** Longest text of a message, characters. */
export const maxConversationText = 4000;
/** Largest file, megabytes, and most files of a message. */
export const maxFileMb = 10;
export const maxFiles = 5;
/** Formats of files that are taken, as a refusal names them. */
export const fileFormats = 'JPEG, PNG, WebP, PDF, XLSX, XLS, DOCX, DOC, P7S, ASICE';

/** Largest number of a message that a call names. */
export const maxSeq = 1_000_000;

/** Who decides what a topic is about. */
export const responsibleParties = ['supplier', 'operator'] as const;
const responsibleField = z.enum(responsibleParties);
const stateField = z.enum(conversationStates);

/** Paragraphs as they were typed, without spaces around and with the line ends of one system. */
export const messageTextField = textField(maxConversationText).check(
  z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
  minText(1, 'field.required'),
);
export const fileIdsField = z.array(uuidField).check(z.maxLength(maxFiles));
export const topicIdField = z.string().check(z.regex(/^[a-z][A-Za-z]{2,39}$/, { error: 'field.invalid' }));

const subjectFieldSchema = z.object({
  name: z.string(),
  kind: z.enum(subjectFieldKinds),
  label: z.string(),
  isRequired: z.boolean(),
});

const topicSchema = z.object({
  topicId: z.string(),
  title: z.string(),
  hint: z.string(),
  responsible: responsibleField,
  fields: z.array(subjectFieldSchema),
  /** What is usually attached. */
  documents: z.array(z.string()),
  /** The last day for the answer to what is sent now. */
  dueOn: dateField,
  /** The customer's ticket of this topic that is not answered yet; null: none. */
  openTicket: z.nullable(z.object({ id: uuidField, number: z.number() })),
});
export type TopicData = z.infer<typeof topicSchema>;

export const ticketSchema = z.object({
  id: uuidField,
  /** The № that the customer reads. */
  number: z.number(),
  title: z.string(),
  topicId: z.nullable(z.string()),
  topic: z.string(),
  responsible: responsibleField,
  state: stateField,
  /** The fixed text of one that is done; null: it is not. Source: base specification, section 4. */
  status: z.nullable(z.string()),
  openedAt: instantField,
  lastMessageAt: instantField,
  /** The last day for the answer; null: answered. */
  dueOn: z.nullable(dateField),
  /** There is something of the supplier that the customer has not seen. */
  isNew: z.boolean(),
});
export type TicketData = z.infer<typeof ticketSchema>;

export const conversationFileSchema = z.object({
  id: uuidField,
  name: z.string(),
  kind: z.enum(['image', 'document']),
  bytes: z.number(),
  /** 'checking', 'infected' and 'unavailable' ones can't be downloaded; 'notScanned': there is no scanner. */
  scan: z.enum(['checking', 'clean', 'infected', 'notScanned', 'unavailable']),
});
export type ConversationFileData = z.infer<typeof conversationFileSchema>;

/** Whether a file is given out: no scanner found anything, or there is none. */
export function isDownloadable({ scan }: Pick<ConversationFileData, 'scan'>): boolean {
  return scan === 'clean' || scan === 'notScanned';
}

export const messageSchema = z.object({
  seq: z.number(),
  author: z.enum(['customer', 'operator', 'system']),
  /** Plain: nothing in it is markup. Paragraphs are separated by empty lines. */
  text: z.string(),
  sentAt: instantField,
  files: z.array(conversationFileSchema),
});
export type ConversationMessageData = z.infer<typeof messageSchema>;

const conversationSchema = z.object({
  ...ticketSchema.shape,
  account: conversationAccountField,
  /** What it is about, in words. */
  subject: z.array(z.object({ label: z.string(), value: z.string() })),
  receivedOn: z.nullable(dateField),
  /** The rule of the term. */
  basis: z.nullable(z.string()),
  /** The distribution operator when it decides; null: the supplier does, or the operator is not known. */
  operator: z.nullable(z.object({ name: z.string(), phone: z.string() })),
  messages: z.array(messageSchema),
  /** The newest message that somebody of the supplier has seen. */
  staffReadSeq: z.number(),
  /** Changes of the state in their order. */
  history: z.array(z.object({ at: instantField, state: stateField })),
  /** What the customer is owed because the answer did not come in its term, the oldest first. */
  compensations: z.array(
    z.object({
      state: z.enum(compensationStates),
      sum: moneyField,
      /** The last day on which it is given in time. */
      dueBy: dateField,
      /** Why it is not given; null: it is, or nobody has decided. */
      exclusion: z.nullable(z.enum(compensationExclusions)),
      /** null: it is not on the account yet. */
      bookedOn: z.nullable(dateField),
      /** When it was taken back from the account; null: it was not. */
      reversedOn: z.nullable(dateField),
    }),
  ),
  /** What the customer thinks of the answer; null: not rated. */
  rating: z.nullable(z.object({ mark: z.number(), isSolved: z.boolean() })),
  canClose: z.boolean(),
  canRate: z.boolean(),
});
export type ConversationData = z.infer<typeof conversationSchema>;

const ofCustomer = { audience: 'customer', area: 'support', accountField: 'account' } as const;
const ofTicket = { account: conversationAccountField, id: uuidField };

export const ticketForm = defineCall({
  path: '/api/tickets/form',
  summary:
    'What a ticket may be about: topics of the customer type with who decides and by when, fields, and what fills them.',
  ...ofCustomer,
  input: signedInput({ account: conversationAccountField }),
  output: success({
    topics: z.array(topicSchema),
    /** Serial numbers of the meters of a household. */
    meters: z.array(z.string()),
    /** Of the last bill; null: there is none. */
    lastPeriod: z.nullable(periodField),
    operator: z.nullable(z.object({ name: z.string(), phone: z.string() })),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const listTickets = defineCall({
  path: '/api/tickets/list',
  summary: 'The tickets of the customer in an account, newest first.',
  ...ofCustomer,
  input: signedInput({ account: conversationAccountField, cursor: z.optional(cursorField) }),
  output: success({ tickets: z.array(ticketSchema), next: z.nullable(cursorField) }),
  failures: ['common.notFound'],
});

export const createTicket = defineCall({
  path: '/api/tickets/create',
  summary: 'Registers a ticket with its first message; the day of the answer is fixed by its topic.',
  ...ofCustomer,
  changes: true,
  input: signedInput({
    account: conversationAccountField,
    topicId: topicIdField,
    title: titleField,
    text: messageTextField,
    /** Fields of the topic. */
    fields: z.array(z.object({ name: textField(40), value: textField(500) })).check(z.maxLength(12)),
    fileIds: fileIdsField,
    requestId: requestIdField,
  }),
  output: success({
    ticket: ticketSchema,
    /** support.ticketCreated with its number and date. */
    message: z.string(),
  }),
  failures: ['common.notFound', 'common.requestReused'],
});

export const getTicket = defineCall({
  path: '/api/tickets/get',
  summary: 'A ticket of the customer with its messages and files.',
  ...ofCustomer,
  input: signedInput(ofTicket),
  output: success({ ticket: conversationSchema }),
  failures: ['common.notFound'],
});

export const replyToTicket = defineCall({
  path: '/api/tickets/reply',
  summary: 'Adds a message of the customer; one to an answered or closed ticket reopens it.',
  ...ofCustomer,
  changes: true,
  input: signedInput({
    ...ofTicket,
    text: messageTextField,
    fileIds: fileIdsField,
    requestId: requestIdField,
  }),
  output: success({ ticket: conversationSchema }),
  failures: ['common.notFound', 'common.requestReused'],
});

export const closeTicket = defineCall({
  path: '/api/tickets/close',
  summary: 'Closes a ticket of the customer: there are no more questions.',
  ...ofCustomer,
  changes: true,
  input: signedInput(ofTicket),
  output: success({ ticket: conversationSchema }),
  failures: ['common.notFound', 'support.notPossible'],
});

/** Marks of an answer, from very bad to very good. */
export const answerMarks = [1, 2, 3, 4, 5] as const;
/** Longest text beside a mark, characters. */
export const maxRatingText = 1200;

export const rateTicket = defineCall({
  path: '/api/tickets/rate',
  summary: 'Rates the answer to a ticket, once: five marks, whether it is solved, and a text.',
  ...ofCustomer,
  changes: true,
  input: signedInput({
    ...ofTicket,
    mark: z.literal(answerMarks),
    isSolved: z.boolean(),
    text: textField(maxRatingText),
  }),
  output: success({ ticket: conversationSchema }),
  failures: ['common.notFound', 'support.notPossible', 'support.alreadyRated'],
});

export const markTicketRead = defineCall({
  path: '/api/tickets/mark-read',
  summary: 'The customer has seen the messages up to this one.',
  ...ofCustomer,
  input: signedInput({ ...ofTicket, seq: z.int().check(z.minimum(1), z.maximum(maxSeq)) }),
  output: success({}),
  failures: ['common.notFound'],
});

/** A file on its way: up to 10 MB, of the formats by its content. */
export const fileUpload = {
  maxBytes: maxFileMb * 1024 * 1024,
  tooLarge: 'files.tooLarge',
} as const;

/** Refusals of a file by its content. */
export const fileRefusals = [
  'support.fileRefused',
  'support.fileInfected',
  'files.tooLarge',
  'files.damaged',
  'files.encrypted',
  'files.tooComplex',
  'files.activeContent',
  'files.tooManyPixels',
  'readings.photoHeic',
] as const;

/** The name that a file has on the device of who adds it, and the id of the request. */
export const newFileFields = {
  name: textField(160).check(minText(1, 'field.required')),
  requestId: requestIdField,
};

export const addTicketFile = defineCall({
  path: '/api/tickets/add-file',
  summary:
    'Stores a file that a ticket or a reply can then name: a picture, written anew without its place, or a document, by its content.',
  upload: fileUpload,
  ...ofCustomer,
  changes: true,
  input: signedInput({ account: conversationAccountField, ...newFileFields }),
  output: success({ file: conversationFileSchema }),
  failures: [...fileRefusals, 'support.tooManyFiles', 'common.requestReused', 'common.notFound'],
});

export const ticketFile = defineCall({
  path: '/api/tickets/file',
  summary: 'A file of a ticket of the customer, or one that the customer has added and not sent yet.',
  ...ofCustomer,
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
