import { expect, test } from 'vitest';
import { newId } from './uuid.ts';

const many = Array.from({ length: 20_000 }, newId);

test('newId is a UUIDv7 with its time', () => {
  for (const id of many) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  const madeAt = Number.parseInt((many[0] ?? '').replaceAll('-', '').slice(0, 12), 16);
  expect(Math.abs(madeAt - performance.timeOrigin)).toBeLessThan(3_600_000);
});

test('newId sorts in the order of creation, also within a millisecond', () => {
  expect(many.toSorted()).toEqual(many);
});

test('newId is unique, and the random parts differ', () => {
  expect(new Set(many).size).toBe(many.length);
  expect(new Set(many.map((id) => id.slice(19))).size).toBe(many.length);
});
