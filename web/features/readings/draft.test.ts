import { expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { changeDraft, type Draft, type DraftAction, emptyDraft } from './draft.ts';

const attempt = { requestId: 'a', madeAt: 0 as Instant, fingerprint: '{}' };
const deviation = { kind: 'confirm', code: 'readings.deviation', message: '' } as const;

const after = (...actions: DraftAction[]): Draft => actions.reduce(changeDraft, emptyDraft);
const typed = (text: string): DraftAction => ({ type: 'typed', zone: 'day', text });
const hindered = (hindrance: Draft['hindrance'] & object, answered = true): DraftAction => ({
  type: 'hindered',
  hindrance,
  answered,
});

test('a dead network keeps what was typed and the id of the attempt', () => {
  const failed = hindered({ kind: 'failed', message: '', offline: true }, false);
  const draft = after(typed('12425'), { type: 'sent', attempt }, failed);
  expect(draft).toMatchObject({ values: { day: '12425' }, attempt, sending: false });
});

test('an answer ends the attempt and keeps what was typed', () => {
  const draft = after(typed('12425'), { type: 'sent', attempt }, hindered(deviation));
  expect(draft.attempt).toBeUndefined();
  expect(draft.values).toEqual({ day: '12425' });
});

test('each question that the customer answers with yes is kept for the next sending', () => {
  const rollOver = { ...deviation, code: 'readings.rollOver' };
  const draft = after(typed('7'), hindered(rollOver), { type: 'agreed' }, hindered(deviation), {
    type: 'agreed',
  });
  expect(draft.confirmed).toEqual(['readings.rollOver', 'readings.deviation']);
});

test('what was agreed to does not hold for another value', () => {
  const draft = after(typed('7'), hindered(deviation), { type: 'agreed' }, typed('70'));
  expect(draft.confirmed).toEqual([]);
  expect(draft.hindrance).toBeUndefined();
});

test('agreeing without having been asked confirms nothing', () => {
  expect(after(typed('7'), { type: 'agreed' }).confirmed).toEqual([]);
});

test('a photo stays when the value is corrected', () => {
  expect(after(typed('7'), { type: 'photoAdded', photoId: 'p' }, typed('8')).photoId).toBe('p');
});

test('a correction starts with the values that stand and leaves nothing behind', () => {
  const draft = after({ type: 'correctionStarted', values: { day: '12425' } });
  expect(draft).toMatchObject({ correcting: true, values: { day: '12425' } });
  expect(changeDraft(draft, { type: 'correctionLeft' })).toEqual(emptyDraft);
});

test('every refusal calls for attention anew', () => {
  const refused = hindered({ kind: 'refused', code: 'readings.digitCapacity', message: '', zones: [] });
  expect(after(refused, refused).refusals).toBe(2);
});

const photo = { requestId: 'f', content: new ArrayBuffer(1) };

test('a photo that could not be sent is there all the same, until another one is or it is taken away', () => {
  const kept = after(typed('99'), { type: 'photoKept', photo });
  expect(kept).toMatchObject({ photoId: undefined, keptPhoto: photo });
  expect(changeDraft(kept, { type: 'photoAdded', photoId: 'p' })).toMatchObject({
    photoId: 'p',
    keptPhoto: undefined,
  });
  expect(changeDraft(kept, { type: 'photoRemoved' }).keptPhoto).toBeUndefined();
});

test('what waits for the network leaves the form, and comes back into it whole', () => {
  const waiting = after(typed('99'), { type: 'sent', attempt }, { type: 'waits' });
  expect(waiting).toEqual(emptyDraft);
  const refused = { kind: 'refused', code: 'readings.alreadySubmitted', message: '', zones: [] } as const;
  const back = { values: { day: '99' }, keptPhoto: photo, photoId: undefined, hindrance: refused };
  const draft = changeDraft(waiting, { type: 'takenBack', ...back, correctionReason: undefined });
  expect(draft).toMatchObject({ ...back, refusals: 1, correcting: false, attempt: undefined });
  const corrected = changeDraft(waiting, { type: 'takenBack', ...back, correctionReason: 'digit' });
  expect(corrected).toMatchObject({ correcting: true, reason: 'digit' });
});
