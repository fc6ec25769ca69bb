import * as z from 'zod/mini';
import { maxText, minText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';

export const EVENT_READ = defineModule({
  name: 'EVENT_READ',
  summary: 'The oldest events that the portal has not confirmed yet.',
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(5000)) }),
  output: z.object({
    events: z.array(
      z.object({
        eventId: z.string(),
        accountNumber: z.string(),
        kind: z.string(),
        payload: z.record(z.string(), z.unknown()),
        happenedAt: z.string(),
      }),
    ),
  }),
  failures: [],
});

export const EVENT_CONFIRM = defineModule({
  name: 'EVENT_CONFIRM',
  summary: 'Confirms received events; they are not returned again.',
  input: z.object({ eventIds: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({ removed: z.number() }),
  failures: [],
});

/** Most entries of one request. */
export const maxAuditEntries = 20;

export const AUDIT_SEAL = defineModule({
  name: 'AUDIT_SEAL',
  summary: 'Seals the entries of the audit that were added since the last time, and answers the newest seal.',
  input: z.object({}),
  output: z.object({
    newest: z.nullable(
      z.object({ seal: z.int(), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), sealedAt: z.string() }),
    ),
  }),
  failures: [],
});

export const AUDIT_READ = defineModule({
  name: 'AUDIT_READ',
  summary:
    'What staff changed by requests, before and after, the oldest twenty entries of each request with the count of all. What nobody of the staff did is not answered.',
  input: z.object({ references: z.array(z.string()).check(z.maxLength(100)) }),
  output: z.object({
    /** In the order of the references. */
    answers: z.array(
      z.object({
        entries: z.array(
          z.object({
            accountNumber: z.string(),
            action: z.string(),
            before: z.nullable(z.record(z.string(), z.unknown())),
            after: z.nullable(z.record(z.string(), z.unknown())),
          }),
        ),
        count: z.number(),
      }),
    ),
  }),
  failures: [],
});

/** Most requests that a search answers with. */
export const maxFoundReferences = 1000;

export const AUDIT_FIND = defineModule({
  name: 'AUDIT_FIND',
  summary:
    'Requests by which staff changed something whose account, state before or state after contains the words, the newest thousand first; a sum is found however it is typed. Payments that bank statements brought are not looked through.',
  input: z.object({ words: z.string().check(minText(1), maxText(100)) }),
  output: z.object({
    references: z.array(z.string()),
    /** There are more. */
    isCut: z.boolean(),
  }),
  failures: [],
});
