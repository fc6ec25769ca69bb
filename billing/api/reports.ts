import * as z from 'zod/mini';
import { dateField } from '#contract/values/dates.ts';
import { moneyField } from '#contract/values/money.ts';
import { defineModule } from './define-module.ts';

const customerTypeField = z.enum(['person', 'entity']);

/** Which rows of a report, in which order. */
const partFields = <const Columns extends readonly string[]>(columns: Columns) => ({
  sort: z.object({ column: z.enum(columns), descending: z.boolean() }),
  offset: z.int().check(z.gte(0)),
  limit: z.int().check(z.gte(1), z.lte(10_000)),
});

/** Rows of a part, totals and number of all rows. */
const pageFields = <Row extends z.ZodMiniType, Totals extends z.ZodMiniType>(row: Row, totals: Totals) => ({
  rows: z.array(row),
  totals,
  count: z.number(),
});

const wholeColumns = { readings: z.number(), before: z.number() };

export const REPORT_READINGS_IN_WINDOW = defineModule({
  name: 'REPORT_READINGS_IN_WINDOW',
  summary:
    'Readings of a window by hour or day and channel against the window of the month before up to the same hour, or the accounts and points that gave one.',
  input: z.object({
    /** The month that the window is for; null: the one whose window opened last. */
    period: z.nullable(z.string()),
    by: z.enum(['hour', 'day', 'channel', 'accounts']),
    customerType: z.nullable(customerTypeField),
    ...partFields(['at', 'channel', 'readings', 'before', 'change', 'whole', 'given']),
  }),
  output: z.object({
    period: z.string(),
    opensOn: dateField,
    closesAt: z.string(),
    ...pageFields(
      z.object({
        /** Beginning of the hour or day; null: of the whole window. */
        at: z.nullable(z.string()),
        /** Of readings person, entity, operator, remote, import; of accounts personAccounts, entityPoints and so on. */
        channel: z.string(),
        ...wholeColumns,
        /** By which share of `before` they are more or less; null: there were none. */
        change: z.nullable(z.number()),
        /** Accounts or points with a contract; null: readings are counted. */
        whole: z.nullable(z.number()),
        /** `readings` by `whole`. */
        given: z.nullable(z.number()),
      }),
      z.object({ ...wholeColumns, change: z.nullable(z.number()) }),
    ),
    /** All hours of the window one after the other: readings from its beginning to the end of each; null: not yet. */
    hours: z.array(z.object({ at: z.string(), readings: z.nullable(z.number()), before: z.number() })),
  }),
  failures: [],
});

const moneyColumns = {
  /** Charges and recalculations of energy, acts and reactive energy. */
  billed: z.nullable(moneyField),
  /** Everything else that is no payment: balances that were taken over, benefits, corrections, compensations. */
  changed: z.nullable(moneyField),
  /** Less what was returned. */
  paid: z.nullable(moneyField),
  /** At the end of the day or month: confirmed by a provider and not at the bank. */
  onTheWay: z.nullable(moneyField),
  /** At the end of the day or month: debts less overpayments. */
  balance: z.nullable(moneyField),
  overdue: z.nullable(moneyField),
};

export const REPORT_MONEY = defineModule({
  name: 'REPORT_MONEY',
  summary:
    'What the ledger of all accounts came to, by billing period, Kyiv day or provider, or the overdue energy debts by age.',
  input: z.object({
    by: z.enum(['period', 'day', 'provider', 'age']),
    /** Kyiv days of the bookings; by period their months. */
    from: dateField,
    to: dateField,
    ...partFields(['name', 'billed', 'changed', 'paid', 'onTheWay', 'balance', 'overdue', 'accounts']),
  }),
  output: z.object(
    pageFields(
      z.object({
        /** 'YYYY-MM', 'YYYY-MM-DD', a provider, or the days of an age: '1-30', …, '366-'. */
        name: z.string(),
        ...moneyColumns,
        /** Accounts with a debt of this age. */
        accounts: z.nullable(z.number()),
      }),
      z.object(moneyColumns),
    ),
  ),
  failures: ['reports.notReady'],
});

const shareColumns = {
  registers: z.number(),
  estimated: z.number(),
  brought: z.number(),
  actual: z.number(),
  kwh: z.number(),
  estimatedKwh: z.number(),
};
const shares = { estimatedShare: z.nullable(z.number()), energyShare: z.nullable(z.number()) };

export const REPORT_ESTIMATED_READINGS = defineModule({
  name: 'REPORT_ESTIMATED_READINGS',
  summary:
    'Registers and energy that months were charged by a reading, by a reading brought to the end of the month, or by an estimate.',
  input: z.object({
    by: z.enum(['period', 'type', 'region', 'tariff']),
    /** Months, both included. */
    from: z.string(),
    to: z.string(),
    customerType: z.nullable(customerTypeField),
    region: z.nullable(z.string()),
    tariff: z.nullable(z.string()),
    ...partFields(['period', 'of', ...Object.keys(shareColumns), ...Object.keys(shares)]),
  }),
  output: z.object(
    pageFields(
      z.object({ period: z.string(), of: z.string(), ...shareColumns, ...shares }),
      z.object({ ...shareColumns, ...shares }),
    ),
  ),
  failures: [],
});

const debtColumns = {
  amount: moneyField,
  days30: moneyField,
  days60: moneyField,
  days90: moneyField,
  days365: moneyField,
  older: moneyField,
};

export const REPORT_DEBTORS = defineModule({
  name: 'REPORT_DEBTORS',
  summary: 'Accounts with an overdue energy debt, by the age of its oldest month, with totals.',
  input: z.object({
    /** Days since the last day of payment of the oldest bill. */
    age: z.nullable(z.enum(['1-30', '31-60', '61-90', '91-365', '366-'])),
    leastSum: z.nullable(moneyField),
    customerType: z.nullable(customerTypeField),
    /** Part of a region or settlement. */
    place: z.nullable(z.string()),
    ...partFields(['account', 'type', 'place', 'oldest', 'days', ...Object.keys(debtColumns)]),
  }),
  output: z.object(
    pageFields(
      z.object({
        account: z.string(),
        type: customerTypeField,
        place: z.string(),
        ...debtColumns,
        /** The oldest unpaid month. */
        oldest: z.string(),
        /** Age of the debt. */
        days: z.number(),
        /** When the newest payment was booked that was not returned; null: none. */
        lastPaidAt: z.nullable(z.string()),
      }),
      z.object(debtColumns),
    ),
  ),
  failures: ['reports.notReady'],
});

export const DEBT_UPDATE = defineModule({
  name: 'DEBT_UPDATE',
  summary:
    'Derives the debts by months of accounts whose ledger or bills changed, one piece of them per call; safe to repeat.',
  input: z.object({ accounts: z.int().check(z.gte(1), z.lte(10_000)) }),
  output: z.object({ /** Nothing is left. */ isFinished: z.boolean(), accounts: z.number() }),
  failures: [],
});

export const REPORT_COUNTS_ADD_UP = defineModule({
  name: 'REPORT_COUNTS_ADD_UP',
  summary:
    'Counts the accounts whose readings changed, a piece of them per call, and adds the rows of the same count of reports up to one row; changes no figure, safe to repeat.',
  input: z.object({}),
  output: z.object({
    /** Rows that became fewer. */
    removed: z.number(),
    /** No account is left whose readings changed. */
    isFinished: z.boolean(),
  }),
  failures: [],
});
