import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files with texts that somebody reads, but the tests. */
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', 'web/index.html'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /^(web|contract|portal|billing|platform|domain|sample)\//.test(path))
  .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path));

/** Lines of code with Ukrainian letters. */
const lines = files.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /[А-яІіЇїЄєҐґ]/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
    .map((line) => `${path}: ${line.trim()}`),
);

/** Texts that the base specification gives letter by letter. */
const agreed = /^contract\/messages\/.*(об'єкт|обов'язкове|з'єднання)/;

const found = (pattern: RegExp) => lines.filter((line) => pattern.test(line) && !agreed.test(line));

test('there are texts to look at', () => {
  expect(lines.length).toBeGreaterThan(1000);
});

test('the contact centre has one name', () => {
  expect(found(/контакт[ -]?центр|кол[ -]?центр|call[ -]?центр|сервісний центр/i)).toEqual([]);
});

test('an apostrophe is ’', () => {
  expect(found(/[А-яІіЇїЄєҐґ]['`´ʼ‘][А-яІіЇїЄєҐґ]/)).toEqual([]);
});

test('a dash between words is —, between the ends of a span –', () => {
  expect(found(/[a-zа-яіїєґ»)] [-–] [а-яіїєґ«]|[а-яіїєґ»)] [-–] [a-z]/i)).toEqual([]);
  expect(found(/\d—\d/)).toEqual([]);
});

/** The strings with Ukrainian letters of a text file. */
function textsIn(source: string): ReadonlySet<string> {
  const strings = source.matchAll(/'((?:[^'\\\n]|\\.)*)'/g).map(([, text = '']) => text);
  return new Set(strings.filter((text) => /[А-яІіЇїЄєҐґ]/.test(text)));
}

/** Texts that stand in several files, each with its files. */
function findRepeatedTexts(sources: Readonly<Record<string, string>>): string[] {
  const places = new Map<string, string[]>();
  for (const [path, source] of Object.entries(sources)) {
    for (const text of textsIn(source)) places.set(text, [...(places.get(text) ?? []), path]);
  }
  return [...places].filter(([, paths]) => paths.length > 1).map(([text, paths]) => `${text}: ${paths}`);
}

test('a text of the cabinet is in one file: shared texts are in web/lib/*text.ts', () => {
  const paths = files.filter((path) => /^web\/.*text\.ts$/.test(path));
  expect(paths.length).toBeGreaterThan(40);
  expect(
    findRepeatedTexts(Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))),
  ).toEqual([]);
});

test('a repeated text is found', () => {
  const sources = { 'a/text.ts': "close: 'Закрити', open: 'О'", 'b/text.ts': "end: 'Закрити'" };
  expect(findRepeatedTexts(sources)).toEqual(['Закрити: a/text.ts,b/text.ts']);
});

test('the code for a lost second factor has one name', () => {
  expect(found(/резервн\S* код/i)).toEqual([]);
});
