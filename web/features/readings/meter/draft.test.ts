import { expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { changeDraft, type Draft, type DraftAction, emptyDraft } from './draft.ts';

const attempt = { requestId: 'a', madeAt: 0 as Instant, fingerprint: '{}' };
const deviation = { kind: 'confirm', code: 'readings.deviation', message: '' } as const;

const after = (...actions: DraftAction[]): Draft => actions.reduce(changeDraft, emptyDraft);
const typed = (text: string): DraftAction => ({ type: 'typed', zone: 'day', text });
const rejected = (submissionError: Draft['submissionError'] & object, answered = true): DraftAction => ({
  type: 'rejected',
  submissionError,
  answered,
});

test('changeDraft keeps the values and the request id after a network failure, and counts every refusal', () => {
  const failed = rejected({ kind: 'failed', message: '', offline: true }, false);
  const draft = after(typed('12425'), { type: 'sent', attempt }, failed);
  expect(draft).toMatchObject({ values: { day: '12425' }, attempt, sending: false });
  const refused = rejected({ kind: 'refused', code: 'readings.digitCapacity', message: '', zones: [] });
  expect(after(refused, refused).refusals).toBe(2);
});

test('changeDraft ends the attempt and keeps the values after an answer', () => {
  const draft = after(typed('12425'), { type: 'sent', attempt }, rejected(deviation));
  expect(draft.attempt).toBeUndefined();
  expect(draft.values).toEqual({ day: '12425' });
});

test('changeDraft keeps each confirmed question for the next submission', () => {
  const rollOver = { ...deviation, code: 'readings.rollOver' };
  const agreed = { type: 'agreed' } as const;
  const draft = after(typed('7'), rejected(rollOver), agreed, rejected(deviation), agreed);
  expect(draft.confirmed).toEqual(['readings.rollOver', 'readings.deviation']);
});

test('changeDraft drops confirmations when a value changes, and confirms nothing when nothing was asked', () => {
  const draft = after(typed('7'), rejected(deviation), { type: 'agreed' }, typed('70'));
  expect(draft.confirmed).toEqual([]);
  expect(draft.submissionError).toBeUndefined();
  expect(after(typed('7'), { type: 'agreed' }).confirmed).toEqual([]);
});

test('changeDraft keeps the photo when a value is corrected', () =>
  expect(after(typed('7'), { type: 'photoAdded', photoId: 'p' }, typed('8')).photoId).toBe('p'));

test('changeDraft starts a correction with the accepted values and discards it completely', () => {
  const draft = after({ type: 'correctionStarted', values: { day: '12425' } });
  expect(draft).toMatchObject({ correcting: true, values: { day: '12425' } });
  expect(changeDraft(draft, { type: 'correctionCancelled' })).toEqual(emptyDraft);
});

const photo = { requestId: 'f', content: new ArrayBuffer(1) };

test('changeDraft keeps an unsent photo until it is replaced or removed', () => {
  const withPhoto = after(typed('99'), { type: 'photoUnsent', photo });
  expect(withPhoto).toMatchObject({ photoId: undefined, unsentPhoto: photo });
  const sent = changeDraft(withPhoto, { type: 'photoAdded', photoId: 'p' });
  expect(sent).toMatchObject({ photoId: 'p', unsentPhoto: undefined });
  expect(changeDraft(withPhoto, { type: 'photoRemoved' }).unsentPhoto).toBeUndefined();
});

test('changeDraft clears a queued reading and restores it completely when withdrawn', () => {
  const queued = after(typed('99'), { type: 'sent', attempt }, { type: 'queued' });
  expect(queued).toEqual(emptyDraft);
  const refused = { kind: 'refused', code: 'readings.alreadySubmitted', message: '', zones: [] } as const;
  const back = { values: { day: '99' }, unsentPhoto: photo, photoId: undefined, submissionError: refused };
  const draft = changeDraft(queued, { type: 'withdrawn', ...back, correctionReason: undefined });
  expect(draft).toMatchObject({ ...back, refusals: 1, correcting: false, attempt: undefined });
  const corrected = changeDraft(queued, { type: 'withdrawn', ...back, correctionReason: 'digit' });
  expect(corrected).toMatchObject({ correcting: true, reason: 'digit' });
});
