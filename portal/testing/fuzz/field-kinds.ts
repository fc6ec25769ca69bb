import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { definitionOf, type Field, fieldsOf, type Schema } from './call-fields.ts';

export type FieldKind = 'text' | 'date' | 'period' | 'year';

/** Groups fields by accepted type; a declaration may have any number of checks. */
function kindOf(schema: Schema): FieldKind | undefined {
  const { type } = definitionOf(schema);
  const takes = (value: unknown) => schema.safeParse(value).success;
  if (type === 'number') return takes(2026) && !takes(1999) && !takes(2200) ? 'year' : undefined;
  if (type !== 'string') return undefined;
  if (takes('2026-10-15') && !takes('2026-10-32')) return 'date';
  return takes('2026-10') && !takes('2026-13') ? 'period' : 'text';
}

export interface KnownField {
  readonly call: Call;
  readonly field: Field;
  readonly kind: FieldKind;
}

/** Every field of a known kind of every call. */
export const knownFields: readonly KnownField[] = allCalls.flatMap((call) =>
  fieldsOf(call.input).flatMap((field) => {
    const kind = kindOf(field.schema);
    return kind === undefined ? [] : [{ call, field, kind }];
  }),
);

/** What PostgreSQL cannot store, and dates outside 2000–2199. */
export const wrongValues: Readonly<Record<FieldKind, readonly unknown[]>> = {
  text: ['\ud800', 'a\udfffb', 'a\0b'],
  date: ['0001-01-01', '1999-12-31', '2200-01-01', '9999-12-31'],
  period: ['0001-01', '1999-12', '2200-01', '9999-12'],
  year: [1, 1999, 2200, 9999],
};

/** Names that every plain object inherits, which no table of words has as rows, and the ends of the calendar. */
export const extremeValues: Readonly<Record<FieldKind, readonly unknown[]>> = {
  text: ['constructor', '__proto__'],
  date: ['2000-01-01', '2199-12-31'],
  period: ['2000-01', '2199-12'],
  year: [2000, 2199],
};
