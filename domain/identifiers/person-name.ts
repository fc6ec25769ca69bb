import type { Brand } from '../brand.ts';

/** A first name, patronymic or surname. */
export type PersonName = Brand<string, 'PersonName'>;

const SHORTEST = 2;
const MAX_LENGTH = 50;
const APOSTROPHES = /['`\u2018\u02bc\u00b4]/g;
const APOSTROPHE = '\u2019';
const LETTER =
  '[\u0410-\u0429\u042c\u042e\u042f\u0430-\u0449\u044c\u044e\u044f\u0490\u0491\u0404\u0454\u0406\u0456\u0407\u0457]';
const SHAPE = new RegExp(`^${LETTER}+(?:[${APOSTROPHE} -]${LETTER}+)*$`);

/**
 * A name of 2–50 Ukrainian letters with single apostrophes, hyphens and spaces between them, or undefined. Every kind
 * of apostrophe is stored as U+2019. Source: product.md 4.
 */
export function parsePersonName(text: string): PersonName | undefined {
  const name = text.trim().replace(/\s+/g, ' ').replace(APOSTROPHES, APOSTROPHE);
  return name.length >= SHORTEST && name.length <= MAX_LENGTH && SHAPE.test(name)
    ? (name as PersonName)
    : undefined;
}

/** Masked for display, first letters only: "Anna Bell" becomes "A•••• B••••". */
export function maskName(name: string): string {
  const words = name.match(/\S+/g) ?? [];
  return words.map((word) => `${Array.from(word)[0]}••••`).join(' ');
}
