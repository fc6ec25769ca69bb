import * as z from 'zod/mini';
import { periodField } from './dates.ts';
import { moneyField } from './money.ts';

export const zoneField = z.enum(['single', 'day', 'night', 'peak', 'halfPeak']);

export const zoneSchemeField = z.enum(['single', 'two', 'three']);

/** Numbers by zone; zones that the meter lacks are absent. */
export const byZoneField = z.record(z.string(), z.number());

/** 'brought': extrapolated by average from the last reading; 'estimated': by average alone. */
export const basisField = z.enum(['actual', 'brought', 'estimated']);

/** What the energy of a register in a closed month stands on. */
export const basisFields = {
  basis: basisField,
  /** By which average: last year, between the last readings, a norm; null: by a reading, or charged before it was stored. */
  ground: z.nullable(z.enum(['lastYear', 'lastActual', 'norm'])),
  /** A reading of the month was under review when it was charged. */
  isReviewPending: z.boolean(),
};

/** Consumption of a month. */
export const consumptionMonthSchema = z.object({
  period: periodField,
  zones: byZoneField,
  totalKwh: z.number(),
  sum: moneyField,
  isEstimated: z.boolean(),
  /** The month in progress: partial data. */
  isCurrent: z.boolean(),
  /** The same month of the year before; null: unknown. */
  lastYearKwh: z.nullable(z.number()),
});

/** A month of the accounts of a legal entity together, as their invoices of energy bill it. */
export const billedMonthSchema = z.object({
  period: periodField,
  /** Without what sub-consumers took; null: no account has an invoice of the month, or of the points. */
  kwh: z.nullable(z.number()),
  /** With VAT; null like `kwh`, and for who sees no money or only some points. */
  sum: z.nullable(moneyField),
  /** Accounts with an invoice of the month. */
  invoices: z.number(),
  /** The same month of the year before; null: it has no invoice. */
  lastYearKwh: z.nullable(z.number()),
});
