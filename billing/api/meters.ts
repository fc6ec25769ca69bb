import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';
import { standingReadingSchema } from './readings.ts';

export const METER_LIST = defineModule({
  name: 'METER_LIST',
  summary:
    'Meters of an account that stand now, with previous values, the window and the reading that stands.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    meters: z.array(
      z.object({
        meterId: z.string(),
        serialNumber: z.string(),
        meterType: z.string(),
        eic: z.string(),
        zoneScheme: z.enum(['single', 'two', 'three']),
        digitCapacity: z.number(),
        coefficient: z.number(),
        contractedPowerKw: z.number(),
        installedOn: z.string(),
        registers: z.array(
          z.object({
            zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
            previousValue: z.number(),
            previousDate: z.string(),
            /** Accepted readings of the period as of other days than one given now, oldest first. */
            known: z.array(z.object({ value: z.number(), date: z.string() })),
            /** What counts for the period: the reading of the latest day, and that day; null: there is none. */
            currentValue: z.nullable(z.number()),
            currentDate: z.nullable(z.string()),
          }),
        ),
        /** Code of why nothing can be entered; null: it can. */
        blockedBy: z.nullable(z.string()),
        /** The day of the next window, when nothing but the shut one stands in the way; else null. */
        opensOn: z.nullable(z.string()),
        standing: z.nullable(standingReadingSchema),
      }),
    ),
    window: z.object({
      isOpen: z.boolean(),
      opensOn: z.string(),
      closesAt: z.string(),
      /** Where a reading given now belongs. */
      period: z.string(),
      effectiveDate: z.string(),
    }),
  }),
  failures: ['common.notFound'],
});
