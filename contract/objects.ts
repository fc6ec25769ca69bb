import * as z from 'zod/mini';
import { accountSchema } from './auth.ts';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, dateField, moneyField, noChoice, textField, uniqueCodeField } from './fields.ts';

/** The item that a person chooses: an account number, 'DELETE', or the object as an object or a JSON string. */
const choiceItem = z.union([
  textField(2000),
  z.looseObject({ account: z.union([accountNumberField, z.literal(noChoice)]) }),
]);

export const listObjects = defineCall({
  path: '/api/person/objects/list',
  summary: 'The objects of the person, sorted by account number.',
  audience: 'person',
  input: signedInput({}),
  output: success({ accounts: z.array(accountSchema), account: z.string() }),
  failures: [],
});

export const chooseApart = defineCall({
  path: '/api/choice-apart',
  summary: 'Chooses the object to work with; DELETE clears the choice.',
  audience: 'person',
  changes: true,
  input: signedInput({ item: choiceItem }),
  output: success({ item: z.nullable(accountSchema) }),
  failures: ['common.notFound'],
});

export const objectInfo = defineCall({
  path: '/api/person/objects/info',
  summary: 'Customer, bank details, place, feed-in history and people responsible for an object.',
  audience: 'person',
  accountField: 'account',
  input: signedInput({ partner: z.optional(textField(40)), account: accountNumberField }),
  output: success({
    customer: z.object({
      name: z.string(),
      phone: z.string(),
      email: z.string(),
      contractNumber: z.string(),
      contractDate: dateField,
      consumerEic: z.string(),
      tariff: z.string(),
    }),
    bankInfo: z.object({ recipient: z.string(), edrpou: z.string(), iban: z.string(), bank: z.string() }),
    place: z.object({
      placeId: z.string(),
      address: z.string(),
      eic: z.string(),
      contractedPowerKw: z.number(),
      heating: z.enum(['none', 'electric']),
    }),
    greenTarifHistories: z.array(
      z.object({ period: z.string(), generatedKwh: z.number(), consumedKwh: z.number(), sum: moneyField }),
    ),
    customerResponsibles: z.array(z.object({ name: z.string(), phone: z.string(), role: z.string() })),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const addObject = defineCall({
  path: '/api/post-add-objects',
  summary: 'Puts an account into the cabinet of the person who knows its code, which is printed on the bill.',
  audience: 'person',
  changes: true,
  input: signedInput({
    partner: z.optional(textField(40)),
    /** Not theirs yet: the code proves it, not the cabinet. */
    account: accountNumberField,
    code: uniqueCodeField,
  }),
  output: success({ accounts: z.array(accountSchema), account: z.string() }),
  failures: [
    'accounts.codeMismatch',
    'accounts.alreadyAdded',
    'accounts.noContract',
    'identity.attemptsExhausted',
    'common.serviceDown',
  ],
});
