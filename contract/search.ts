import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, textField, uuidField } from './fields.ts';
import { foundSubjectSchema, subjectKinds } from './values/found-subject.ts';

/** As many of a kind are shown; another one is found by typing more. */
export const maxFoundOfKind = 6;

/** Kinds of what the server finds, in the order in which they are shown. */
export const foundKinds = [...subjectKinds, 'cabinet', 'conversation'] as const;

const cabinetSchema = z.object({
  id: uuidField,
  /** '' when not given. */
  name: z.string(),
  phone: z.string(),
  /** '' when not given. */
  email: z.string(),
  /** The account that it shows first, and how many there are; null: it has none yet. */
  account: z.nullable(accountNumberField),
  accountCount: z.number(),
});

const conversationSchema = z.object({
  id: uuidField,
  account: accountNumberField,
  number: z.number(),
  title: z.string(),
});

export const findSubjects = defineCall({
  path: '/api/admin/subjects/find',
  summary:
    'Customers, accounts, metering points, meters, payments, cabinets and, for operators, conversations: by names and addresses, beginnings of numbers and codes, four digits or more of the beginning or of the end of a phone, the beginning of an e-mail of a cabinet. The cabinets of a found customer are found with it.',
  audience: 'admin',
  roles: ['operator', 'billing'],
  input: signedInput({ query: textField(100) }),
  output: success({
    subjects: z.array(foundSubjectSchema),
    cabinets: z.array(cabinetSchema),
    /** [] for who may not read them. */
    conversations: z.array(conversationSchema),
    /** Kinds of which there are more. */
    more: z.array(z.enum(foundKinds)),
  }),
  failures: ['common.serviceDown'],
});
