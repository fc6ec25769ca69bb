import { expect, test } from 'vitest';
import { dialsText } from './counter-history.tsx';

test.each([
  [{}, ''],
  [{ single: 43_930 }, '43\u00a0930'],
  [{ night: 60, day: 1120 }, 'День\u00a01\u00a0120 · Ніч\u00a060'],
  [{ reactiveImport: 5, single: 7 }, '7 · R+\u00a05'],
])('dialsText of %j', (values, expected) => expect(dialsText(values)).toBe(expected));
