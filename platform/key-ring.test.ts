import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  keyIdOf,
  newKeyRingText,
  openText,
  parseKeyRing,
  sealText,
  tryOpenText,
  UnknownKeyError,
} from './key-ring.ts';

const encoded = () => randomBytes(32).toString('base64');
const old = `old1:${encoded()}`;
const next = `new2:${encoded()}`;
const before = parseKeyRing('KEYS', old);
const during = parseKeyRing('KEYS', `${next},${old}`);
const after = parseKeyRing('KEYS', next);

describe('sealText and openText', () => {
  test('round-trip, and each sealed text differs and shows the id alone', () => {
    const sealed = sealText(before, 'Світло: код AB3D');
    expect(openText(before, sealed)).toBe('Світло: код AB3D');
    expect(keyIdOf(sealed)).toBe('old1');
    expect(sealText(before, 'Світло: код AB3D').equals(sealed)).toBe(false);
    expect(sealed.includes('AB3D')).toBe(false);
    expect(sealed.includes(before.current.secret)).toBe(false);
  });

  test('a rotated ring opens what the old key sealed, seals by the new one, and fails once the old is dropped', () => {
    const sealed = sealText(before, 'AB3D');
    expect(openText(during, sealed)).toBe('AB3D');
    const resealed = sealText(during, openText(during, sealed));
    expect(keyIdOf(resealed)).toBe('new2');
    expect(openText(after, resealed)).toBe('AB3D');
    expect(() => openText(after, sealed)).toThrow(new UnknownKeyError('old1'));
    expect(tryOpenText(after, sealed)).toBeUndefined();
    expect(() => openText(before, resealed)).toThrow('no key "new2"');
  });

  test('refuses a changed byte, and another key of the same id', () => {
    const sealed = sealText(before, 'AB3D');
    expect(() => openText(parseKeyRing('KEYS', `old1:${encoded()}`), sealed)).toThrow();
    for (let position = 0; position < sealed.length; position += 1) {
      const changed = Buffer.from(sealed);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(() => openText(before, changed)).toThrow();
    }
  });

  test('refuses what names another key of the ring than the one that sealed it', () => {
    const sealed = sealText(before, 'AB3D');
    sealed.write('new2', 1);
    expect(keyIdOf(sealed)).toBe('new2');
    expect(() => openText(during, sealed)).toThrow();
    for (const strange of [Buffer.alloc(0), Buffer.from([200]), Buffer.from([0, 1, 2])])
      expect(() => openText(during, strange)).toThrow(new UnknownKeyError(''));
  });
});

test('derived rings keep the ids, and each purpose has secrets of its own, the same on every node', () => {
  const codes = during.derive('codes');
  expect(codes.keys.map(({ id }) => id)).toEqual(['new2', 'old1']);
  const secrets = [during, codes, during.derive('bodies')].flatMap(({ keys }) =>
    keys.map(({ secret }) => secret.toString('hex')),
  );
  expect(new Set(secrets).size).toBe(6);
  const otherNode = parseKeyRing('KEYS', `${next},${old}`);
  expect(otherNode.derive('codes').keys).toEqual(codes.keys);
});

test.each([
  '',
  'a1',
  `a1:${Buffer.alloc(31).toString('base64')}`,
  `a1:${Buffer.alloc(33).toString('base64')}`,
  `A1:${encoded()}`,
  `${'a'.repeat(9)}:${encoded()}`,
  `a1:${encoded()}:x`,
  `a1:${encoded()},`,
  `a1:${encoded()},a1:${encoded()}`,
  `a1:${Buffer.alloc(32).toString('base64')},b2:${Buffer.alloc(32).toString('base64')}`,
])('parseKeyRing refuses "%s" and says nothing of the secret', (text) => {
  const refusal = () => parseKeyRing('FACTOR_KEYS', text);
  expect(refusal).toThrow(/^FACTOR_KEYS /);
  const secret = text.split(':')[1];
  if (secret) expect(refusal).not.toThrow(secret.slice(0, 8));
});

test('a new ring has one key of 32 bytes under an id of its own', () => {
  const [one, other] = [newKeyRingText(), newKeyRingText()].map((text) => parseKeyRing('KEYS', text));
  expect(one?.keys).toHaveLength(1);
  expect(one?.current.secret).toHaveLength(32);
  expect(one?.current.id).not.toBe(other?.current.id);
});
