import { formatText } from '#contract/messages/format-text.ts';

const rules = new Intl.PluralRules('uk');

type Forms = Readonly<Record<'one' | 'few' | 'many' | 'other', string>>;

/** A count with its word: "1 місяць", "12 місяців". */
export function plural(forms: Forms, count: number): string {
  const form = rules.select(count);
  return formatText(form === 'one' || form === 'few' || form === 'many' ? forms[form] : forms.other, {
    n: String(count),
  });
}
