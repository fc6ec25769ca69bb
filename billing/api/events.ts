import * as z from 'zod/mini';
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
