import { expect, test } from 'vitest';
import { keepAddress, keepNumbers } from './message-text.tsx';

const shown = (words: string) => words.replaceAll('\u00a0', '_');

test.each([
  ['коштує на 50 % дешевше', 'коштує на 50_% дешевше'],
  ['перші 2 000 кВт·год', 'перші 2_000 кВт·год'],
  ['з 1 жовтня 2026 року', 'з 1 жовтня 2026 року'],
])('%s', (words, together) => expect(shown(keepNumbers(words))).toBe(together));

test.each([
  ['м. Світлогір, вул. Зелена, 28, кв. 61', 'м._Світлогір, вул._Зелена, 28, кв._61'],
  ['смт Зоряне, вул. Січових Стрільців, 59', 'смт Зоряне, вул._Січових Стрільців, 59'],
  ['Дача', 'Дача'],
])('%s', (address, together) => expect(shown(keepAddress(address))).toBe(together));
