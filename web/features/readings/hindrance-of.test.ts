import { expect, test } from 'vitest';
import { type ApiFailure, localFailure } from '#web/lib/api-failure.ts';
import { hindranceOf } from './hindrance-of.ts';

const refused = (code: string, details: unknown = undefined, httpStatus = 422): ApiFailure => ({
  ...localFailure('common.unexpected', httpStatus),
  code,
  details,
});
const outcome = (kind: string) => ({
  kind,
  registers: [{ zone: 'night', code: 'readings.lowerThanPrevious' }],
});

test.each([0, 401, 403, 429, 500, 503])('after %i the same attempt can be sent again', (httpStatus) => {
  const { hindrance, answered } = hindranceOf(localFailure('common.unexpected', httpStatus));
  expect(hindrance.kind).toBe('failed');
  expect(answered).toBe(false);
});

test('a question of the business is asked, wherever the outcome stands in the details', () => {
  for (const details of [outcome('needsConfirmation'), { outcome: outcome('needsConfirmation') }]) {
    expect(hindranceOf(refused('readings.deviation', details))).toMatchObject({
      hindrance: { kind: 'confirm', code: 'readings.deviation' },
      answered: true,
    });
  }
});

test('a value beyond the possible asks for a photo', () => {
  expect(hindranceOf(refused('readings.valueTooLarge', outcome('refused'))).hindrance.kind).toBe('photo');
});

test('a refusal names the zones it is about', () => {
  const { hindrance } = hindranceOf(refused('readings.lowerThanPrevious', { outcome: outcome('refused') }));
  expect(hindrance).toMatchObject({ kind: 'refused', zones: ['night'] });
});

test('a reading that stands already ends the attempt', () => {
  expect(hindranceOf(refused('readings.alreadySubmitted', undefined, 409)).answered).toBe(true);
});

test('a fault after which nothing is stored is tried with a new id', () => {
  expect(hindranceOf(refused('readings.readingFailed', undefined, 500)).answered).toBe(true);
});
