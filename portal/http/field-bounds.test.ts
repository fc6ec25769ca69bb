import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { maxInteger } from '#contract/values/whole-number.ts';
import { definitionOf, type Field, fieldsOf } from '#portal/testing/fuzz/call-fields.ts';

const fields = allCalls.flatMap(({ path, input }) =>
  fieldsOf(input).map((field) => ({ name: `${path} ${field.path.join('.')}`, field })),
);

/** Sizes of files, in columns of type bigint. */
const isOfBigint = ({ path }: Field) => path.at(-1) === 'byteCount';

test('every whole number of a payload fits a column of type integer', () => {
  const numbers = fields.filter(
    ({ field }) => field.schema.safeParse(1).success && !field.schema.safeParse(0.5).success,
  );
  expect(numbers.length).toBeGreaterThan(30);
  const wide = numbers.filter(
    ({ field }) =>
      !isOfBigint(field) &&
      [maxInteger + 1, -maxInteger - 2].some((value) => field.schema.safeParse(value).success),
  );
  expect(wide.map(({ name }) => name)).toEqual([]);
});

test('every length of a text is counted in code points', () => {
  const texts = fields.filter(({ field }) => definitionOf(field.schema).type === 'string');
  expect(texts.length).toBeGreaterThan(300);
  const byUnits = texts.filter(({ field }) =>
    (definitionOf(field.schema).checks ?? []).some(({ _zod: { def } }) =>
      ['max_length', 'min_length', 'length_equals'].includes(def.check),
    ),
  );
  expect(byUnits.map(({ name }) => name)).toEqual([]);
});
