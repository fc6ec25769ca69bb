import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allCalls } from '#contract/all-calls.ts';
import { withoutEmptyFields } from './empty-fields.ts';

const fields = allCalls.flatMap((call) => {
  const { shape = {} } = call.input._zod.def as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> };
  return Object.entries(shape).map(([name, schema]) => ({ call, name, schema }));
});
const optional = fields.filter(({ schema }) => schema._zod.optin === 'optional');
const required = fields.filter(({ schema }) => schema._zod.optin !== 'optional');

/** Whether the payload has a problem at the field. */
function isRefused({ input }: (typeof allCalls)[number], name: string, payload: unknown): boolean {
  return input.safeParse(payload).error?.issues.some(({ path }) => path[0] === name) ?? false;
}

test.each([
  ['an empty text', ''],
  ['blanks', ' \u00a0'],
  ['null', null],
])('%s in an optional field of any call is absent, or a value of the field', (_, empty) => {
  expect(optional.length).toBeGreaterThan(500);
  const refused = optional.filter(
    ({ call, name }) =>
      isRefused(call, name, withoutEmptyFields(call, { [name]: empty })) && !isRefused(call, name, {}),
  );
  expect(refused.map(({ call, name }) => `${call.path} ${name}`)).toEqual([]);
});

test('a required field of any call is left as it is', () => {
  expect(required.length).toBeGreaterThan(300);
  for (const { call, name } of required)
    expect(withoutEmptyFields(call, { [name]: '', token: 't' })).toEqual({ [name]: '', token: 't' });
});

test('an empty value that the field accepts is preserved, what is no field too', () => {
  const [first] = optional.filter(({ name, schema }) => name === 'language' && schema.safeParse('').success);
  if (first === undefined) throw new Error('no such field');
  const body = { language: '', other: '' };
  expect(withoutEmptyFields(first.call, body)).toBe(body);
});

test.each([
  ['a list', []],
  ['null', null],
  ['a text', ''],
])('%s in place of fields is left as it is', (_, body) => {
  for (const call of allCalls.slice(0, 3)) expect(withoutEmptyFields(call, body)).toBe(body);
});
