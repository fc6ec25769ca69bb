import * as z from 'zod/mini';
import { channelField } from './contract.ts';
import { dateField } from './dates.ts';
import { zoneField } from './energy.ts';

/** Values on the dial by zone or channel; those that the meter lacks are absent. */
const dialsField = z.partialRecord(z.union([zoneField, channelField]), z.number());

const eventFields = {
  date: dateField,
  eic: z.string(),
  /** '' where the supplier has none. */
  objectName: z.string(),
  serialNumber: z.string(),
};

/** An event in the life of a meter at its point. */
export const meterEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('installed'),
    ...eventFields,
    values: dialsField,
    coefficient: z.number(),
    digitCapacity: z.number(),
    /** The meter that it replaces, with its last values; null: it replaces none. */
    replaced: z.nullable(z.object({ serialNumber: z.string(), values: dialsField })),
  }),
  /** Taken away and not replaced. */
  z.object({ kind: z.literal('removed'), ...eventFields, values: dialsField }),
  z.object({ kind: z.literal('verified'), ...eventFields }),
  z.object({
    kind: z.literal('reading'),
    ...eventFields,
    values: dialsField,
    source: z.enum(['customer', 'operator', 'remote', 'import']),
    isUnderReview: z.boolean(),
    /** The dial passed its last digit since the reading before. */
    hasRolledOver: z.boolean(),
  }),
]);
