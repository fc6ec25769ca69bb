import * as z from 'zod/mini';
import { conversationStates } from '#domain/conversations/conversation-state.ts';
import { type Call, defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { performancePayload } from './performance.ts';
import { instantField } from './values/dates.ts';
import { reviewCountFields } from './values/review-details.ts';

/** What a browser may follow: each event of a topic is its whole state. */
interface LiveTopic extends Pick<Call, 'audience' | 'roles' | 'summary' | 'area'> {
  readonly payload: z.ZodMiniType;
  /** The topic is of one thing, which the follower names: its events are of that one. */
  readonly ofSubject?: true;
}

/** Topics by name. A new one also has a source in portal/app.ts. */
export const liveTopics = {
  'billing-progress': {
    summary: 'Closings and imports that are running, were interrupted, or ended a few minutes ago.',
    audience: 'admin',
    roles: ['billing', 'operator'],
    payload: z.object({
      runs: z.array(
        z.object({
          kind: z.enum(['closing', 'dryRun', 'import', 'bankStatement']),
          /** The period of a closing or a dry run, the folder of an import, the file of a bank statement. */
          subject: z.string(),
          step: z.enum(['reading', 'checking', 'loading', 'booking', 'closing']),
          state: z.enum(['running', 'interrupted', 'paused', 'done', 'refused', 'failed']),
          /** Accounts, rows or bytes, by the step. */
          done: z.number(),
          total: z.number(),
        }),
      ),
    }),
  },
  'reading-reviews': {
    summary: 'How many readings wait for a decision, and which came last.',
    audience: 'admin',
    roles: ['operator'],
    payload: z.object({ ...reviewCountFields, newest: z.nullable(z.string()) }),
  },
  desk: {
    summary: 'How many conversations are open, by state, and when anything last changed in one.',
    audience: 'admin',
    roles: ['operator'],
    payload: z.object({
      counts: z.array(z.object({ state: z.enum(conversationStates), count: z.number() })),
      /** null: there are none yet. */
      changedAt: z.nullable(instantField),
    }),
  },
  performance: {
    summary: 'What the nodes, the queue and the database do now, and what is not well.',
    audience: 'admin',
    roles: ['analyst'],
    payload: performancePayload,
  },
  conversation: {
    summary:
      'How far a conversation has come: its last message, its state, what each side has got and read, and who types. The subject is `<account>/<conversation>`.',
    audience: 'signedIn',
    area: 'support',
    ofSubject: true,
    payload: z.object({
      lastSeq: z.number(),
      state: z.string(),
      customerDeliveredSeq: z.number(),
      customerReadSeq: z.number(),
      staffDeliveredSeq: z.number(),
      staffReadSeq: z.number(),
      /** When a side typed, within the last seconds; null: it did not. Each new moment is worth five seconds from its arrival. */
      customerTypedAt: z.nullable(instantField),
      staffTypedAt: z.nullable(instantField),
    }),
  },
} as const satisfies Record<string, LiveTopic>;

type AnyTopicName = keyof typeof liveTopics;
/** Topics of one subject each. */
export type SubjectTopicName = {
  [Name in AnyTopicName]: (typeof liveTopics)[Name] extends { readonly ofSubject: true } ? Name : never;
}[AnyTopicName];
export type LiveTopicName = Exclude<AnyTopicName, SubjectTopicName>;
export type LivePayload<Name extends AnyTopicName> = z.infer<(typeof liveTopics)[Name]['payload']>;

const liveTopicNames = Object.keys(liveTopics) as AnyTopicName[];

/**
 * Server-sent events: `id` is the cursor, `event` the topic, `data` its state as JSON. Lines in between keep the connection
 * open. Of a topic with subjects the event is `<topic>:<subject>` and has no cursor: the present state always comes first.
 */
export const openLiveChannel = defineCall({
  path: '/api/live/open',
  summary: 'A stream of server-sent events with the states of topics, from the newest or after a cursor on.',
  audience: 'signedIn',
  area: 'own',
  input: signedInput({
    topics: z
      .array(
        z.object({
          topic: z.enum(liveTopicNames),
          /** Of a topic with subjects, and only of such a one. */
          subject: z.optional(
            z.string().check(z.regex(/^[\w-]{1,40}(\/[\w-]{1,40})?$/, { error: 'field.invalid' })),
          ),
          /** The `id` of the last event that was received; absent: from the newest on. */
          after: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'field.invalid' }))),
        }),
      )
      .check(z.minLength(1), z.maxLength(10)),
  }),
  output: success({}),
  file: fileTypes.events,
  failures: ['common.forbidden', 'common.notFound'],
});
