import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';
import { currentReadingSchema } from './readings.ts';

/** Rules of readings with which values are assessed. */
const readingRulesSchema = z.object({
  deviation: z.object({
    first: z.object({ percent: z.number(), kwh: z.number() }),
    second: z.object({ percent: z.number(), kwh: z.number(), floorKwh: z.number() }),
  }),
  verificationAtDeviation: z.number(),
  rollOverFromPercent: z.number(),
  commercialWorkingDays: z.number(),
  holidays: z.array(z.string()),
});

export const METER_LIST = defineModule({
  name: 'METER_LIST',
  summary: 'Installed meters of an account with previous values, the window and the current reading.',
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
        /** What the browser needs to assess values by the rules of the supplier before they are sent. */
        rules: readingRulesSchema,
        customerType: z.enum(['person', 'entity']),
        registers: z.array(
          z.object({
            zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
            previousValue: z.number(),
            previousDate: z.string(),
            /** Accepted readings of the period as of days other than that of a reading submitted now, oldest first. */
            known: z.array(z.object({ value: z.number(), date: z.string() })),
            /** The reading that counts for the period (the one with the latest day), and its day; null: none. */
            currentValue: z.nullable(z.number()),
            currentDate: z.nullable(z.string()),
          }),
        ),
        /** Code of the reason why input is blocked; null: allowed. */
        blockedBy: z.nullable(z.string()),
        /** Parameters of its text, formatted. */
        blockedParams: z.record(z.string(), z.union([z.string(), z.number()])),
        /** Opening day of the next window when the closed window is the only obstacle; else null. */
        opensOn: z.nullable(z.string()),
        standing: z.nullable(currentReadingSchema),
      }),
    ),
    window: z.object({
      isOpen: z.boolean(),
      opensOn: z.string(),
      closesAt: z.string(),
      /** Period of a reading submitted now. */
      period: z.string(),
      effectiveDate: z.string(),
    }),
  }),
  failures: ['common.notFound'],
});

export const READING_ASK_LIST = defineModule({
  name: 'READING_ASK_LIST',
  summary: 'What the holders of accounts can do about readings now.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    /** In the requested order; unknown accounts are omitted. */
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        /** give: a new reading would add information; sendPhoto: input is blocked; wait, closed: nothing to do now. */
        ask: z.enum(['give', 'sendPhoto', 'wait', 'closed']),
      }),
    ),
  }),
  failures: [],
});
