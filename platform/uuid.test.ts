import { expect, test } from 'vitest';
import { newId } from './uuid.ts';

const many = Array.from({ length: 20_000 }, newId);

test('an id is a UUIDv7 that says when it was made', () => {
  for (const id of many) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  const madeAt = Number.parseInt((many[0] ?? '').replaceAll('-', '').slice(0, 12), 16);
  expect(Math.abs(madeAt - performance.timeOrigin)).toBeLessThan(3_600_000);
});

test('ids of one process sort in the order in which they were made, also within a millisecond', () => {
  expect(many.toSorted()).toEqual(many);
});

test('no id comes twice, and their random parts differ', () => {
  expect(new Set(many).size).toBe(many.length);
  expect(new Set(many.map((id) => id.slice(19))).size).toBe(many.length);
});
