import { expect, test } from 'vitest';
import { type Article, searchGuide } from './guide-panel.tsx';

const article = (slug: string, title: string, lead: string, text: string): Article => ({
  slug,
  title,
  lead,
  blocks: [
    { kind: 'paragraph', text },
    { kind: 'list', items: ['перший пункт', 'пам’ятка'] },
  ],
  updatedAt: '2026-11-20T10:00:00.000Z',
});

const guide = [
  article('debt', 'Борг і відключення', 'Про припинення попереджають', 'Рахунок можна сплатити частинами'),
  article('pay', 'Як платити', 'Платіть за рахунком', 'Гроші в дорозі'),
  article('bill', 'Як читати рахунок', 'До сплати', 'Нараховано'),
];

const found = (term: string) =>
  searchGuide(guide, term).map(({ article: { slug }, inText }) => (inText ? `${slug} (in text)` : slug));

test.each([
  ['', ['debt', 'pay', 'bill']],
  ['   ', ['debt', 'pay', 'bill']],
  ['рахун', ['bill', 'pay', 'debt (in text)']],
  ['РАХУНОК читати', ['bill']],
  ['платити дорозі', ['pay (in text)']],
  ["пам'ятка", ['debt (in text)', 'pay (in text)', 'bill (in text)']],
  ['памʼят борг', ['debt (in text)']],
  ['лічильник', []],
  ['латити', []],
])('searchGuide finds %j by “%s”', (term, expected) => expect(found(term)).toEqual(expected));
