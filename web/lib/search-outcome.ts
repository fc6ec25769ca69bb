import { formatText } from '#contract/messages/format-text.ts';

interface SearchWords {
  /** With {n}: how many there are at all, and how many were found. */
  readonly all: string;
  readonly found: string;
  readonly nothing: string;
}

/** What a search box says of its outcome; nothing while there is nothing to be found. */
export function searchOutcome(words: SearchWords, count: number, isSearch: boolean): string {
  if (count === 0) return isSearch ? words.nothing : '';
  return formatText(isSearch ? words.found : words.all, { n: count });
}
