import { expect, test } from 'vitest';
import type { Field } from '#portal/testing/fuzz/call-fields.ts';
import { withField } from '#portal/testing/fuzz/call-fields.ts';
import { type KnownField, knownFields, wrongValues } from '#portal/testing/fuzz/field-kinds.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';

/** A token that is none ends the session instead. */
const fields = knownFields.filter(({ field }) => field.path.join() !== 'token');

/** Whether the payload is refused with a problem at the field or at its alternative forms. */
function isRefused({ call }: KnownField, { path, beside }: Field, value: unknown): boolean {
  const form = beside.reduce<unknown>(
    (made, one) => withField(made, one.path, one.value),
    samplePayloads[call.path] ?? {},
  );
  const issues = call.input.safeParse(withField(form, path, value)).error?.issues ?? [];
  return issues.some((issue) => `${path.join('.')}.`.startsWith(`${issue.path.join('.')}.`));
}

test.each(Object.keys(wrongValues))('every %s of a payload refuses what cannot be stored', (kind) => {
  const ofKind = fields.filter((one) => one.kind === kind);
  expect(ofKind.length).toBeGreaterThan(2);
  const taken = ofKind.flatMap((one) =>
    wrongValues[one.kind]
      .filter((value) => !isRefused(one, one.field, value))
      .map((value) => `${one.call.path} ${one.field.path.join('.')}: ${JSON.stringify(value)}`),
  );
  expect(taken).toEqual([]);
});
