import type { FieldProblem } from '#contract/field-rules.ts';

/** A field whose format only the server checks: it is only required. */
export function checkFilled(value: string): FieldProblem | undefined {
  return value.trim() === '' ? { code: 'field.required' } : undefined;
}
