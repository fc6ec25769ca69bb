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

test('the code for a lost second factor has one name', () => {
  expect(found(/резервн\S* код/i)).toEqual([]);
});
