import * as z from 'zod/mini';
import { dateField, periodField } from './dates.ts';
import { moneyField } from './money.ts';

/** Figures of an account in the list of a legal entity. */
export const entityAccountFigures = {
  points: z.number(),
  /** Due now for energy, reactive energy and acts; money in transit is already deducted. */
  debt: moneyField,
};

/** Money of an account with the day until which it is due. */
export const entityDueFields = {
  /** 'energy': an invoice of the supplier, 'reactive': of the operator of the network, 'planned': a planned payment. */
  kind: z.enum(['energy', 'reactive', 'planned', 'act']),
  /** null: no day is set. */
  dueOn: z.nullable(dateField),
  /** Above zero: what of it is unpaid. */
  sum: moneyField,
  /** The month that is paid for; null: an act. */
  period: z.nullable(periodField),
};
