import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBlocks, writeBlocks } from './article-markup.ts';

const words = fc
  .string({ unit: fc.constantFrom(...'абвгд <>&"ʼ*_'), minLength: 1, maxLength: 30 })
  .map((text) => `т${text.replace(/\s+/g, ' ').trim()}`);
const items = fc.array(words, { minLength: 1, maxLength: 4 });
const block = fc.oneof(
  words.map((text) => ({ kind: 'paragraph' as const, text })),
  words.map((text) => ({ kind: 'heading' as const, text })),
  words.map((text) => ({ kind: 'note' as const, text })),
  items.map((list) => ({ kind: 'steps' as const, items: list })),
  items.map((list) => ({ kind: 'list' as const, items: list })),
  words.map((text) => ({ kind: 'link' as const, text, href: '/cabinet/person/bills' })),
);

test('readBlocks reads what writeBlocks has written', () =>
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      expect(readBlocks(writeBlocks(blocks))).toEqual(blocks);
    }),
  ));

test.each([
  ['<script>alert(1)</script>', { kind: 'paragraph', text: '<script>alert(1)</script>' }],
  ['[тут](javascript:alert(1))', { kind: 'paragraph', text: '[тут](javascript:alert(1))' }],
  ['[тут](//example.test)', { kind: 'paragraph', text: '[тут](//example.test)' }],
  ['[тут](https://example.test)', { kind: 'link', text: 'тут', href: 'https://example.test' }],
  ['1) Раз\n2) Два', { kind: 'steps', items: ['Раз', 'Два'] }],
  ['Рядок\nі ще', { kind: 'paragraph', text: 'Рядок і ще' }],
])('readBlocks makes of %j one block', (typed, expected) => expect(readBlocks(typed)).toEqual([expected]));
