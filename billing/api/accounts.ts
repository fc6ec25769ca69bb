import * as z from 'zod/mini';
import { dateField } from '#contract/values/dates.ts';
import { entityAccountFigures, entityDueFields } from '#contract/values/entity-overview.ts';
import { defineModule } from './define-module.ts';

/** An account in a list of objects. */
const accountSummarySchema = z.object({
  accountNumber: z.string(),
  /** Non-empty parts of the address, joined. */
  address: z.string(),
  /** Whether the account sells generated energy to the supplier. */
  feedIn: z.boolean(),
  /** EIC code of the first metering point; '' when there is none. */
  placeId: z.string(),
  /** Whether a contract is in force today. */
  hasContract: z.boolean(),
});

export const ACCOUNT_LIST = defineModule({
  name: 'ACCOUNT_LIST',
  summary: 'Lists the accounts with these numbers, sorted by number; unknown ones are omitted.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(10_000)) }),
  output: z.object({ accounts: z.array(accountSummarySchema) }),
  failures: [],
});

export const ACCOUNT_GET = defineModule({
  name: 'ACCOUNT_GET',
  summary: 'Customer, contract, place and payment details of an account.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    accountNumber: z.string(),
    customerType: z.enum(['person', 'entity']),
    customerName: z.string(),
    phone: z.string(),
    email: z.string(),
    contractNumber: z.string(),
    contractDate: z.string(),
    hasContract: z.boolean(),
    consumerEic: z.string(),
    tariffTitle: z.string(),
    placeId: z.string(),
    address: z.string(),
    contractedPowerKw: z.number(),
    heating: z.enum(['none', 'electric']),
    bank: z.object({ recipient: z.string(), edrpou: z.string(), iban: z.string(), bank: z.string() }),
    /** Months with feed-in, newest first. */
    feedInHistory: z.array(
      z.object({ period: z.string(), generatedKwh: z.number(), consumedKwh: z.number(), sum: z.string() }),
    ),
    responsibles: z.array(z.object({ name: z.string(), phone: z.string(), role: z.string() })),
  }),
  failures: ['common.notFound'],
});

export const CUSTOM_INFO_GET = defineModule({
  name: 'CUSTOM_INFO_GET',
  summary: 'The short card of an account: customer, contract, tariff, number of meters, unpaid acts.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    accountNumber: z.string(),
    address: z.string(),
    customerName: z.string(),
    /** Phone of the contract; '' when there is none. */
    phone: z.string(),
    contractNumber: z.string(),
    tariffTitle: z.string(),
    meterCount: z.number(),
    /** Last charge of the account, ISO 8601; null: never charged. */
    lastChargedAt: z.nullable(z.string()),
    unpaidActs: z.object({ count: z.number(), sum: z.string() }),
  }),
  failures: ['common.notFound'],
});

/** How access to an account is confirmed for a person who knows its code. */
export const accessConfirmations = ['none', 'contractPhone', 'firstHolder'] as const;

export const ACCOUNT_ACCESS_GET = defineModule({
  name: 'ACCOUNT_ACCESS_GET',
  summary:
    "The contract's phone, the code that adds the account to a cabinet, and the date of its last replacement.",
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    /** Phone of the contract; '' when there is none. */
    phone: z.string(),
    code: z.string(),
    /** Last replacement of the code, ISO 8601; null: never replaced. */
    codeChangedAt: z.nullable(z.string()),
    /** Whether this module may replace the code; an entity's code belongs to its contract. */
    codeCanChange: z.boolean(),
  }),
  failures: ['common.notFound'],
});

/** Reasons for replacing a code. */
const codeReasons = ['accessEnded', 'yearly', 'asked'] as const;

export const ACCOUNT_CODE_RENEW = defineModule({
  name: 'ACCOUNT_CODE_RENEW',
  summary:
    'Replaces the code that adds an account to a cabinet; the old code becomes invalid. Refused for entities.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    reason: z.enum(codeReasons),
    /** A repeated id returns the current code. */
    requestId: z.string(),
  }),
  output: z.object({ code: z.string(), codeChangedAt: z.string() }),
  failures: ['common.notFound', 'common.requestReused'],
});

export const ACCOUNT_CODES_RENEW = defineModule({
  name: 'ACCOUNT_CODES_RENEW',
  summary: "Replaces household account codes older than the supplier's limit, a limited number per call.",
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(5000)) }),
  output: z.object({ renewed: z.int() }),
  failures: [],
});

export const ENTITY_OVERVIEW = defineModule({
  name: 'ENTITY_OVERVIEW',
  summary: 'Points and debts of the accounts of a legal entity, and what is due when.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    /** Ordered by account number; unknown accounts are omitted. */
    accounts: z.array(z.object({ accountNumber: z.string(), ...entityAccountFigures })),
    dues: z.array(z.object({ accountNumber: z.string(), ...entityDueFields })),
  }),
  failures: [],
});

const givenFields = { customer: z.number(), operator: z.number(), remote: z.number(), import: z.number() };

export const ACCOUNT_COUNT = defineModule({
  name: 'ACCOUNT_COUNT',
  summary:
    'Accounts by type and Kyiv day: with a contract, opened, ended, and those whose reading of the month came that day, by channel.',
  input: z.object({ /** Kyiv days, both included, 366 at most. */ from: dateField, to: dateField }),
  output: z.object({
    days: z.array(
      z.object({
        day: dateField,
        type: z.enum(['person', 'entity']),
        /** With a contract on that day. */
        accounts: z.number(),
        /** Contracts that began on that day, and that ended on the day before. */
        opened: z.number(),
        ended: z.number(),
        /**
         * Accounts whose reading as of the 1st, the one that stands, came that day, by its channel. An account counts once for a month, so that
         * the days of a window add up.
         */
        ...givenFields,
      }),
    ),
  }),
  failures: ['common.badRequest', 'reports.notReady'],
});
