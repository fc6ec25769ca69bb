import { parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { isBlank } from '#domain/input/tidy-text.ts';

const number = /^\d{10}$/;
const numberOf = (text: string) => parseAccountNumber(text, number);

/** What is no account number, and the line that it stands in, from 1. */
interface InvalidWord {
  readonly line: number;
  readonly word: string;
}

/** Recipients as typed, pasted or of a file: each number once, and what is no account number. */
interface ParsedRecipients {
  readonly accounts: readonly string[];
  readonly invalid: readonly InvalidWord[];
}

/** Of a row of a table, with tabs or semicolons between its cells, the first cell that is a number counts. */
function wordsOf(line: string): readonly string[] {
  const words = line.split(/[\s,;]+/).filter((word) => !isBlank(word));
  const whole = numberOf(line);
  if (whole !== undefined) return [whole];
  if (words.every((word) => numberOf(word) !== undefined)) return words;
  for (const separator of ['\t', ';']) {
    const cells = line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const found = cells.flatMap((cell) => numberOf(cell) ?? []);
    if (cells.length > 1 && found[0] !== undefined) return [found[0]];
  }
  return words;
}

/** Account numbers in lines, between commas, semicolons or spaces, or in a column of a table. */
export function parseRecipients(typed: string): ParsedRecipients {
  const words = typed
    .split(/\r?\n/)
    .flatMap((line, place) => wordsOf(line).map((word) => ({ line: place + 1, word })));
  return {
    accounts: [...new Set(words.flatMap(({ word }) => numberOf(word) ?? []))],
    invalid: words.filter(({ word }) => numberOf(word) === undefined),
  };
}
