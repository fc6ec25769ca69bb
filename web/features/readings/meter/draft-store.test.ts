import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDigits } from '#web/session/typed-digits.ts';
import { stubStorage } from '#web/testing/fixtures/session-fixture.ts';

const KEY = '2390001111/17';
let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage('sessionStorage');
});
afterEach(() => {
  deleteDigits();
  vi.unstubAllGlobals();
});

/** The store as after a page reload. */
async function reloaded() {
  vi.resetModules();
  return import('./draft-store.ts');
}

test('draft store restores typed digits after a reload, for their meter only', async () => {
  const { dispatchDraft } = await reloaded();
  dispatchDraft(KEY, { type: 'typed', zone: 'day', text: '12425' });
  const { draftNow } = await reloaded();
  expect(draftNow(KEY).values).toEqual({ day: '12425' });
  expect(draftNow('2390001111/18').values).toEqual({});
});

test.each(['accepted', 'queued'] as const)(
  'draft store deletes the digits once the reading is %s',
  async (end) => {
    const { dispatchDraft } = await reloaded();
    dispatchDraft(KEY, { type: 'typed', zone: 'day', text: '12425' });
    expect(stored.size).toBe(1);
    const answer = { outcome: {} as never, receipt: {} as never };
    dispatchDraft(KEY, end === 'queued' ? { type: end } : { type: end, ...answer });
    expect(stored.size).toBe(0);
  },
);

test('draft store does not store the digits of a correction, which would be a new reading after a reload', async () => {
  const { dispatchDraft } = await reloaded();
  dispatchDraft(KEY, { type: 'correctionStarted', values: { day: '12425' } });
  dispatchDraft(KEY, { type: 'typed', zone: 'day', text: '12420' });
  expect(stored.size).toBe(0);
});

test('draft store deletes the digits from the device and the open page at sign-out', async () => {
  const { dispatchDraft, draftNow } = await reloaded();
  const { deleteDigits: deleteDrafts } = await import('#web/session/typed-digits.ts');
  dispatchDraft(KEY, { type: 'typed', zone: 'day', text: '12425' });
  deleteDrafts();
  expect(stored.size).toBe(0);
  expect(draftNow(KEY).values).toEqual({});
});

test.each(['{', 'null', `{"${KEY}":{"day":5}}`])(
  'draft store ignores data of another version: %s',
  async (text) => {
    stored.set('svitlo.typedDigits', text);
    const { draftNow } = await reloaded();
    expect(draftNow(KEY).values).toEqual({});
  },
);
