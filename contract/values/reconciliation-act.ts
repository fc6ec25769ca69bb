import * as z from 'zod/mini';
import { textField } from '../fields.ts';
import { dateField, periodField } from './dates.ts';
import { moneyField } from './money.ts';

/**
 * What a reconciliation act of a legal entity is about; each ledger has its own act. Penalties have none: they are shown and
 * not charged.
 */
export const actLedgers = ['energy', 'reactive', 'violationActs'] as const;
export type ActLedger = (typeof actLedgers)[number];
export const actLedgerField = z.enum(actLedgers);

const partySchema = z.object({
  name: z.string(),
  edrpou: z.string(),
  address: z.string(),
  /** Of the seller: its special-regime account. */
  iban: z.string(),
  signerName: z.string(),
  signerPost: z.string(),
  signerGround: z.string(),
});

/** A document of the supplier's half. */
const actRowSchema = z.object({
  /** Of a charge: the last day of its month. */
  date: dateField,
  document: z.string(),
  /** By which the other party's books name it too; null: it has none. */
  number: z.nullable(z.string()),
  /** Raises the debt of the customer; "0.00" for a credit. */
  debit: moneyField,
  credit: moneyField,
});
export type ActRow = z.infer<typeof actRowSchema>;

/** What a reconciliation act of a legal entity says. Source: facts of entities §5. */
export const entityActSchema = z.object({
  ledger: actLedgerField,
  account: z.string(),
  from: periodField,
  to: periodField,
  madeOn: dateField,
  contractNumber: z.string(),
  contractDate: dateField,
  /** Of reactive energy the operator of the network. */
  seller: partySchema,
  customer: partySchema,
  /** Debt (+) or overpayment (−) before the first month. */
  opening: moneyField,
  rows: z.array(actRowSchema),
  turnover: z.object({ debit: moneyField, credit: moneyField }),
  /** opening + turnover.debit − turnover.credit. */
  closing: moneyField,
});
export type EntityAct = z.infer<typeof entityActSchema>;

/** A document of the customer's books: what it owes is a credit there, what it paid a debit. */
export const customerRowSchema = z.object({
  date: dateField,
  document: textField(200),
  debit: moneyField,
  credit: moneyField,
});

/** Rows of a disagreement. */
export const maxCustomerRows = 1000;
