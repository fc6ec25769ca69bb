import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import {
  accountNumberField,
  cursorField,
  requestIdField,
  textField,
  titleField,
  uuidField,
} from '../fields.ts';
import { notificationChannels } from '../notifications.ts';
import { instantField } from '../values/dates.ts';
import { recipientRuleSchema } from '../values/recipient-rule.ts';
import { minText } from '../values/text-length.ts';

/** A list has at most so many accounts; a rule may select any number. */
export const maxRecipients = 5000;
/** Longest text of a message, characters. */
export const maxMessageText = 4000;
/** A message to more accounts is sent with a reason. */
export const manyRecipients = 1000;

const accountsField = z
  .array(accountNumberField)
  .check(z.minLength(1, { error: 'field.required' }), z.maxLength(maxRecipients));

/** Paragraphs as they were typed, without spaces around and with the line ends of one system. */
const messageTextField = textField(maxMessageText).check(
  z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
  minText(1, 'field.required'),
);

const reasonField = textField(300).check(
  z.overwrite((text) => text.trim()),
  minText(3, 'field.required'),
);

/** Whom it is for: the accounts of a list, or those that a rule selects. */
const audienceFields = { accounts: z.optional(accountsField), rule: z.optional(recipientRuleSchema) };
/** One of the two. */
const isOneAudience = z.refine<{ accounts?: unknown; rule?: unknown }>(
  ({ accounts, rule }) => (accounts === undefined) !== (rule === undefined),
  { error: 'field.required', path: ['accounts'] },
);

const senders = ['content', 'operator'] as const;

export const recipientChoices = defineCall({
  path: '/api/messages/choices',
  summary: 'What a rule of recipients may name: tariffs, regions, settlements.',
  audience: 'admin',
  roles: senders,
  input: signedInput({}),
  output: success({
    tariffs: z.array(z.object({ code: z.string(), title: z.string() })),
    regions: z.array(z.string()),
    settlements: z.array(z.string()),
  }),
  failures: ['common.serviceDown'],
});

export const previewRecipients = defineCall({
  path: '/api/messages/preview',
  summary:
    'Whom a message would reach: how many accounts and a few of them; of a list also which are unknown and how many have no cabinet yet.',
  audience: 'admin',
  roles: senders,
  maxBytes: 512 * 1024,
  input: signedInput(audienceFields).check(isOneAudience),
  output: success({
    /** Known accounts, each once. */
    recipients: z.number(),
    /** false: there are more; debts of very many accounts are not all added up before sending. */
    isWhole: z.boolean(),
    sample: z.array(z.object({ account: accountNumberField, name: z.string(), address: z.string() })),
    /** Of a list, in the order of the payload. */
    unknown: z.array(accountNumberField),
    /** Of a list: nobody has them in a cabinet; they find the message when they come. null: of a rule. */
    withoutCabinet: z.nullable(z.number()),
  }),
  failures: ['common.serviceDown'],
});

export const sendMessage = defineCall({
  path: '/api/messages/send',
  summary:
    'Sends a message of the supplier to the inboxes of accounts, now or at a time; a list is refused as a whole when one is unknown.',
  audience: 'admin',
  roles: senders,
  changes: true,
  maxBytes: 512 * 1024,
  input: signedInput({
    title: titleField,
    text: messageTextField,
    ...audienceFields,
    /** Absent: now. */
    sendAt: z.optional(instantField),
    /** Why it goes to so many; needed for more than `manyRecipients` accounts. */
    reason: z.optional(reasonField),
    requestId: requestIdField,
  }).check(isOneAudience),
  output: success({ messageId: uuidField, recipients: z.number() }),
  failures: [
    'common.requestReused',
    'common.serviceDown',
    'accounts.unknownNumbers',
    'messages.reasonNeeded',
    'messages.nobody',
  ],
});

const sentMessageSchema = z.object({
  id: uuidField,
  title: z.string(),
  text: z.string(),
  /** When it is in the inboxes, or will be. */
  sentAt: instantField,
  /** Name of the administrator; '': the supplier. */
  sentBy: z.string(),
  state: z.enum(['scheduled', 'delivering', 'delivered', 'stopped']),
  audience: z.object({
    kind: z.enum(['accounts', 'rule', 'everybody']),
    rule: z.optional(recipientRuleSchema),
  }),
  reason: z.string(),
  /** Accounts that it came to so far. */
  accounts: z.number(),
  /** Accounts that were counted before it was sent. */
  expected: z.number(),
  readAccounts: z.number(),
  /** When it went to one account: which. */
  account: z.nullable(accountNumberField),
  /** Who stopped it; '': nobody did. */
  stoppedBy: z.string(),
  /** From then on whoever had not read it does not see it. */
  recalled: z.nullable(z.object({ at: instantField, by: z.string(), reason: z.string() })),
  /** What became of the notices of it that are kept; a channel and state without any is left out. */
  notices: z.array(
    z.object({
      channel: z.enum(notificationChannels),
      state: z.enum(['queued', 'sent', 'failed', 'withheld', 'expired']),
      count: z.number(),
    }),
  ),
});

export const listSentMessages = defineCall({
  path: '/api/messages/list-sent',
  summary:
    'Messages that were sent or are planned, newest first, with how far each has come, by whom it was read and what became of its notices.',
  audience: 'admin',
  roles: senders,
  input: signedInput({ cursor: z.optional(cursorField) }),
  output: success({ messages: z.array(sentMessageSchema), next: z.nullable(cursorField) }),
  failures: [],
});

export const stopMessage = defineCall({
  path: '/api/messages/stop',
  summary: 'Stops a message before or while it is delivered: whom it has not come to yet does not get it.',
  audience: 'admin',
  roles: senders,
  changes: true,
  input: signedInput({ messageId: uuidField }),
  output: success({ message: sentMessageSchema }),
  failures: ['common.notFound', 'messages.alreadyDelivered'],
});

export const recallMessage = defineCall({
  path: '/api/messages/recall',
  summary:
    'Takes a message out of the inboxes where it was not read, and stops it; it stays where it was read.',
  audience: 'admin',
  roles: senders,
  changes: true,
  input: signedInput({ messageId: uuidField, reason: reasonField }),
  output: success({ message: sentMessageSchema }),
  failures: ['common.notFound', 'messages.alreadyRecalled'],
});
