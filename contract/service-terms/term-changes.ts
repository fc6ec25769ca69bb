import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, requestIdField, textField, uuidField } from '../fields.ts';
import { dateField, instantField } from '../values/dates.ts';
import { moneyField } from '../values/money.ts';
import { minText } from '../values/text-length.ts';
import { revisionField } from '../values/whole-number.ts';

/** The most of each: days of a term, minutes of a wait in a chat, and of a chat that nobody goes on with (a month). */
export const mostOfTerm = { days: 366, waitMinutes: 1440, silentMinutes: 43_200 } as const;

/** 'HH:MM' of a Kyiv clock, '24:00' among them. */
const timeField = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'field.invalid' }));
const countField = (most: number) =>
  z.int().check(z.gte(1, { error: 'field.invalid' }), z.lte(most, { error: 'field.invalid' }));
const basisField = textField(100).check(z.trim(), minText(3, 'field.required'));
const hours = { opensAt: timeField, closesAt: timeField };
const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length;
const closesLater = z.refine<{ opensAt: string; closesAt: string }>(
  ({ opensAt, closesAt }) => opensAt < closesAt,
  { path: ['closesAt'], error: 'field.invalid' },
);
const positiveMoneyField = moneyField.check(
  z.refine((sum) => !sum.startsWith('-') && Number(sum) > 0, { error: 'field.invalid' }),
);

/** Days that are not as the week says: a day off is always off, a workday always worked, a holiday as the calendar says. */
export const dayKinds = ['holiday', 'dayOff', 'workday'] as const;

const calendarSchema = z
  .object({
    kind: z.literal('calendar'),
    /** 1 (Monday) to 7 (Sunday). */
    weeklyDaysOff: z
      .array(countField(7))
      .check(z.maxLength(6), z.refine(isUnique, { error: 'field.invalid' })),
    days: z.array(z.object({ day: dateField, kind: z.enum(dayKinds) })).check(
      z.maxLength(400),
      z.refine((days: readonly { day: string }[]) => isUnique(days.map(({ day }) => day)), {
        error: 'field.invalid',
      }),
    ),
    holidaysAreWorkdays: z.boolean(),
    ...hours,
    /** What comes after the end of work or on a day off counts as received on the next working day. */
    afterHoursIsNextDay: z.boolean(),
  })
  .check(closesLater);

const standardSchema = z
  .object({
    kind: z.literal('standard'),
    code: z.string().check(z.regex(/^[A-Z_]{3,30}$/, { error: 'field.invalid' })),
    days: countField(mostOfTerm.days),
    unit: z.enum(['working', 'calendar']),
    /** Act and clause; 'supplier': a promise of the supplier's own. */
    basis: basisField,
    /** Days from receipt, in all, to which it may be extended with notice; null: it may not. */
    extensionDays: z.nullable(countField(mostOfTerm.days)),
    /** Of one breach, by class of the customer; null: none. */
    compensation: z.nullable(
      z.object({
        household: positiveMoneyField,
        smallBusiness: positiveMoneyField,
        other: positiveMoneyField,
        /** Calendar days after which it is due, when that is later than the term; null: after the term. */
        afterDays: z.nullable(countField(mostOfTerm.days)),
      }),
    ),
  })
  .check(
    z.refine(({ days, extensionDays }) => extensionDays === null || extensionDays > days, {
      path: ['extensionDays'],
      error: 'field.invalid',
    }),
    z.refine(({ days, compensation }) => (compensation?.afterDays ?? days + 1) > days, {
      path: ['compensation', 'afterDays'],
      error: 'field.invalid',
    }),
  );

const chatSchema = z
  .object({
    kind: z.literal('chat'),
    ...hours,
    answerMinutes: countField(mostOfTerm.waitMinutes),
    /** Without an answer for so long a chat becomes a ticket. */
    ticketAfterMinutes: countField(mostOfTerm.waitMinutes),
    /** With an answer that nobody went on with for so long it is over. */
    endsAfterMinutes: countField(mostOfTerm.silentMinutes),
  })
  .check(
    closesLater,
    z.refine(({ answerMinutes, ticketAfterMinutes }) => answerMinutes <= ticketAfterMinutes, {
      path: ['ticketAfterMinutes'],
      error: 'field.invalid',
    }),
  );

const compensationSchema = z.object({
  kind: z.literal('compensation'),
  /** Calendar days after a breach in which the compensation is given. */
  dueDays: countField(mostOfTerm.days),
  basis: basisField,
});

/** A version of what is promised, whole. */
const termContentSchema = z.discriminatedUnion('kind', [
  calendarSchema,
  standardSchema,
  chatSchema,
  compensationSchema,
]);
export type TermContent = z.infer<typeof termContentSchema>;

const termChangeSchema = z.object({
  changeId: z.string(),
  validFrom: dateField,
  /** 'undone' never took effect; 'inForce' has, whether or not a later one replaced it. */
  state: z.enum(['planned', 'inForce', 'undone']),
  content: termContentSchema,
  before: termContentSchema,
  reason: z.string(),
  author: z.string(),
  savedAt: instantField,
  undone: z.nullable(z.object({ at: instantField, by: z.string(), reason: z.string() })),
  /** It is the last one planned of its kind, and its day is not too near. */
  canUndo: z.boolean(),
});
export type TermChangeData = z.infer<typeof termChangeSchema>;

const termsFields = {
  /** Grows with each version and each undoing; a new version says up to which one its author has seen. */
  revision: z.number(),
  /** The first and the last day that a version saved now can count from. */
  earliest: dateField,
  latest: dateField,
  /** The calendar, the hours of chats, the term of compensations, then the standards. */
  inForce: z.array(z.object({ validFrom: dateField, content: termContentSchema })),
  /** Planned ones first, then the newest hundred others. */
  changes: z.array(termChangeSchema),
};

const reasonField = textField(300).check(z.trim(), minText(3, 'field.required'));
/** The owner alone. */
const ofOwner = { audience: 'admin', roles: ['owner'] } as const;

export const listTermChanges = defineCall({
  path: '/api/admin/service-terms/list',
  summary:
    'The work calendar, the terms of answers, the hours of chats and the term of compensations in force, what is planned, and the newest hundred past changes.',
  audience: 'admin',
  input: signedInput({}),
  output: success(termsFields),
  failures: [],
});

export const addTermChange = defineCall({
  path: '/api/admin/service-terms/add',
  summary:
    'Plans a version of the calendar, a standard, the hours of chats or the term of compensations from a day on. One of the same that somebody has saved since `revision` is answered instead.',
  ...ofOwner,
  changes: true,
  input: signedInput({
    content: termContentSchema,
    validFrom: dateField,
    /** Of the list that the author has seen. */
    revision: revisionField,
    reason: reasonField,
    requestId: requestIdField,
  }),
  output: success(termsFields),
  failures: [
    'common.notFound',
    'common.requestReused',
    'rules.nothingChanged',
    'rules.dayOutOfRange',
    'rules.changedMeanwhile',
    'rules.laterPlanned',
  ],
});

/** Requests of which some would have an earlier or a later last day, by so many calendar days at most. */
const otherTerms = {
  of: z.number(),
  earlier: z.number(),
  later: z.number(),
  mostEarlier: z.number(),
  mostLater: z.number(),
};
const conversationFields = { account: accountNumberField, id: uuidField, number: z.number() };
/** An open request with its last day and the one that it would have. */
const movedRequestSchema = z.object({
  ...conversationFields,
  code: z.string(),
  dueOn: dateField,
  wouldBeDueOn: dateField,
});
const movedChatSchema = z.object({ ...conversationFields, openedAt: instantField });
export type MovedRequest = z.infer<typeof movedRequestSchema>;
export type MovedChat = z.infer<typeof movedChatSchema>;

export const previewTermChange = defineCall({
  path: '/api/admin/service-terms/preview',
  summary:
    'How many open requests would have another last day by a version, of which kind and which would move most, and how many chats of the last thirty days would be within its hours; nothing is changed.',
  ...ofOwner,
  input: signedInput({ content: termContentSchema }),
  output: success({
    /** null: no term depends on it. */
    requests: z.nullable(
      z.object({
        ...otherTerms,
        /** The same of each standard that open requests have, in the order of the codes. */
        kinds: z.array(z.object({ code: z.string(), ...otherTerms })),
        /** Those that would move most each way, the furthest first. */
        toEarlier: z.array(movedRequestSchema),
        toLater: z.array(movedRequestSchema),
      }),
    ),
    /** Within the hours before and after; null: no hours depend on it. */
    chats: z.nullable(
      z.object({
        of: z.number(),
        before: z.number(),
        after: z.number(),
        /** The newest that would no longer be within the hours, and that would be now. */
        toOutside: z.array(movedChatSchema),
        toInside: z.array(movedChatSchema),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const undoTermChange = defineCall({
  path: '/api/admin/service-terms/undo',
  summary: 'Takes a planned version back before its day; the last one of its kind first.',
  ...ofOwner,
  changes: true,
  input: signedInput({ changeId: uuidField, reason: reasonField }),
  output: success(termsFields),
  failures: ['common.notFound', 'rules.tooLateToUndo', 'rules.laterPlanned'],
});
