import { formatText } from '#contract/messages/format-text.ts';
import { text } from './text.ts';

const rules = new Intl.PluralRules('uk');

/** "1 день", "3 дні", "20 днів". */
export function pluralDays(count: number): string {
  return formatText(text.days[rules.select(count) as keyof typeof text.days], { count: String(count) });
}
