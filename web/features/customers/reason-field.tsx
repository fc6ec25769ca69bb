import type { FormField } from '#web/lib/form/fields-form.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { text } from './text.ts';

/** Why the staff does something to a customer or an account; the history of their actions shows it. */
export const reasonField: FormField = {
  name: 'reason',
  wanted: text.wanted.reason,
  read: (typed) => typed.trim(),
  check: (typed) => (typed.length < 3 ? { code: 'field.required' } : undefined),
  show: (control) => (
    <TextField {...control} label={text.reason} hint={text.reasonHint} maxLength={300} autoComplete="off" />
  ),
};
