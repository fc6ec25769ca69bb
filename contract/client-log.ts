import * as z from 'zod/mini';
import { defineCall, success } from './define-call.ts';
import { isStorable } from './field-limits.ts';
import { uuidField } from './fields.ts';

/** A report comes from a broken page: what can be stored of any value is, an object as JSON. */
function readText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isStorable(text) ? text : text.replace(/\0/g, '\uFFFD').toWellFormed();
}

const words = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const readBoolean = (value: unknown) => words.get(String(value));

const readNumber = (value: unknown) => (typeof value === 'number' ? value : readText(value));

const readId = (value: unknown) => {
  const id = uuidField.safeParse(value);
  return id.success ? id.data : undefined;
};

/** A field that takes any value. */
const anyAs = <Value>(read: (value: unknown) => Value) => z.optional(z.pipe(z.unknown(), z.transform(read)));

const text = anyAs(readText);

export const clientLog = defineCall({
  path: '/api/client_log',
  summary:
    'Takes the report of an error in the browser, whatever its fields are: tokens and passwords are removed and long texts cut before it is kept.',
  audience: 'public',
  input: z.object({
    token: text,
    title: text,
    error: text,
    /** Of the call whose failure it is; anything else than an id is left out. */
    reference: anyAs(readId),
    stack: text,
    account: text,
    codename: text,
    name: text,
    version: text,
    language: text,
    /** Also 'true', 'false', 1 and 0. */
    online: anyAs(readBoolean),
    platform: text,
    /** CPU class, or number of cores. */
    cpu: anyAs(readNumber),
    userAgent: text,
  }),
  output: success({ reference: z.string() }),
  failures: ['common.tooManyRequests'],
});
