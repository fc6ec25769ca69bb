import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '../format.ts';
import { text } from '../list/actions-text.ts';

/** Who decided, with the day since when the account exists: a reader sees how old the second person is. */
export function decidedBy(name: string, accountSince: string | null): string {
  if (accountSince === null) return name;
  return formatText(text.decidedBy, { name, date: showMoment(accountSince).slice(0, 10) });
}
