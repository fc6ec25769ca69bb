import { expect, test } from 'vitest';
import { type ApiFailure, localFailure } from '#web/lib/api-failure.ts';
import { toSubmissionError } from './to-submission-error.ts';

const refused = (code: string, details: unknown = undefined, httpStatus = 422): ApiFailure => ({
  ...localFailure('common.unexpected', httpStatus),
  code,
  details,
});
const registers = [{ zone: 'night', code: 'readings.lowerThanPrevious' }];
const outcome = (kind: string) => ({ kind, registers });

test.each([0, 401, 403, 429, 500, 503])(
  'toSubmissionError lets the same attempt be repeated after %i',
  (httpStatus) => {
    const { submissionError, answered } = toSubmissionError(localFailure('common.unexpected', httpStatus));
    expect(submissionError.kind).toBe('failed');
    expect(answered).toBe(false);
  },
);

test('toSubmissionError asks for a confirmation, wherever the outcome is in the details', () => {
  const advice = { code: 'readings.lastYear', message: 'Торік – 100, тепер – 250.' };
  const question = { ...outcome('needsConfirmation'), advice };
  for (const details of [question, { outcome: question }]) {
    expect(toSubmissionError(refused('readings.deviation', details))).toMatchObject({
      submissionError: { kind: 'confirm', code: 'readings.deviation', advice: 'Торік – 100, тепер – 250.' },
      answered: true,
    });
  }
});

test('toSubmissionError asks for a photo for an impossible value', () =>
  expect(toSubmissionError(refused('readings.valueTooLarge', outcome('refused'))).submissionError.kind).toBe(
    'photo',
  ));

test('toSubmissionError names the zones of a refusal', () => {
  for (const [code, kind] of [
    ['readings.lowerThanPrevious', 'photo'],
    ['readings.digitCapacity', 'refused'],
  ] as const) {
    const { submissionError } = toSubmissionError(refused(code, { outcome: outcome('refused') }));
    expect(submissionError).toMatchObject({ kind, zones: ['night'] });
  }
});

test('toSubmissionError names the value that a refused one is compared with', () => {
  const advice = { code: 'readings.comparedWith', message: 'Порівняно з 012510.' };
  const details = { ...outcome('refused'), advice };
  for (const code of ['readings.lowerThanPrevious', 'readings.valueTooLarge']) {
    const { submissionError } = toSubmissionError(refused(code, details));
    expect('message' in submissionError && submissionError.message).toMatch(/ Порівняно з 012510\.$/);
  }
});

test('toSubmissionError ends the attempt when a reading exists, and after a fault that stores nothing', () => {
  expect(toSubmissionError(refused('readings.alreadySubmitted', undefined, 409)).answered).toBe(true);
  expect(toSubmissionError(refused('readings.readingFailed', undefined, 500)).answered).toBe(true);
});
