import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openText, sealText } from './seal-text.ts';

const secret = randomBytes(32);

test('sealText and openText round-trip, and each sealed text differs', () => {
  const sealed = sealText(secret, 'Світло: код AB3D');
  expect(openText(secret, sealed)).toBe('Світло: код AB3D');
  expect(sealText(secret, 'Світло: код AB3D').equals(sealed)).toBe(false);
  expect(sealed.includes('AB3D')).toBe(false);
});

test('openText refuses another secret or a changed byte', () => {
  const sealed = sealText(secret, 'AB3D');
  expect(() => openText(randomBytes(32), sealed)).toThrow();
  for (let position = 0; position < sealed.length; position += 1) {
    const changed = Buffer.from(sealed);
    changed[position] = (changed[position] ?? 0) ^ 1;
    expect(() => openText(secret, changed)).toThrow();
  }
});
