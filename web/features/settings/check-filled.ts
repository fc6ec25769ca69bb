import type { FieldProblem } from '#contract/field-rules.ts';

/** A field whose form is the server's to judge: it only must be filled. */
export function checkFilled(value: string): FieldProblem | undefined {
  return value.trim() === '' ? { code: 'field.required' } : undefined;
}
