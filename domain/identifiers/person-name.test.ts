import { expect, test } from 'vitest';
import { maskName, parsePersonName } from './contacts.ts';

test.each([
  ['Олена', 'Олена'],
  [' Нечуй-Левицький ', 'Нечуй-Левицький'],
  ["Лук'яненко", 'Лук’яненко'],
  ['Лукʼяненко', 'Лук’яненко'],
  ['Лук`яненко', 'Лук’яненко'],
  ['Лук´яненко', 'Лук’яненко'],
  ['Лук‘яненко', 'Лук’яненко'],
  ['Їжак  Ґанна', 'Їжак Ґанна'],
  ['Єв', 'Єв'],
  ['а'.repeat(50), 'а'.repeat(50)],
])('parsePersonName reads %j as %s', (text, name) => {
  expect(parsePersonName(text)).toBe(name);
});

test.each([
  '',
  'Я',
  'Olena',
  'Олена2',
  'Рыжов',
  'Объезд',
  'Ёлкин',
  'Эдуард',
  '-Олена',
  'Олена-',
  'Оле--на',
  'а'.repeat(51),
])('parsePersonName refuses %j', (text) => {
  expect(parsePersonName(text)).toBeUndefined();
});

test.each([
  ['Олена', 'О••••'],
  ['Ія', 'І••••'],
  ['Олена Нечуй-Левицька', 'О•••• Н••••'],
  ['  Коваль  Олена\tПетрівна ', 'К•••• О•••• П••••'],
  ['', ''],
  [' ', ''],
])('maskName shows %j as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
