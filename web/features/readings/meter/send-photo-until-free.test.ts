import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { success } from '#web/testing/fake-api.ts';
import { sendPhotoUntilFree } from './photo-field.tsx';

const requestId = '0199f000-0000-7000-8000-000000000001';
const photo = { account: '2390001112', requestId, photo: new Blob(['x']) };
const photoId = '0199f000-0000-7000-8000-000000000002';

const busy = { status: 503, code: 'common.busy', params: { seconds: 7 }, retryAfter: '7' } as const;
const params = { seconds: 4 };
const tooMany = { status: 429, code: 'common.tooManyRequests', params, retryAfter: '4' } as const;

/** Server answers in order; the last one repeats. */
function answerWith(...answers: readonly (typeof busy | typeof tooMany | 'taken' | Response)[]) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => {
    const answer = answers[Math.min(fetched.mock.calls.length, answers.length) - 1];
    if (answer instanceof Response) return answer.clone();
    if (answer === undefined || answer === 'taken') return Response.json({ ...success, photoId });
    const { status, code, params, retryAfter } = answer;
    const message = formatMessage(code, params);
    return Response.json(
      { status: 'fail', code, message, reference: 'r-1' },
      { status, headers: { 'retry-after': retryAfter } },
    );
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['503', busy, 7],
  ['429', tooMany, 4],
] as const)(
  'sendPhotoUntilFree retries after %s at the time the server gives, with the same request id',
  async (_, refusal, seconds) => {
    const fetched = answerWith(refusal, 'taken');
    const sent = sendPhotoUntilFree(photo);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toMatchObject({ ok: true, data: { photoId } });
    const payloadOf = (body: unknown) => JSON.parse(String((body as FormData).get('payload')));
    const bodies = fetched.mock.calls.map(([, { body }]) => payloadOf(body));
    const { account, requestId } = photo;
    expect(bodies).toEqual([
      { account, requestId },
      { account, requestId },
    ]);
  },
);

test.each([
  ['503', busy, 'Зараз опрацьовується багато файлів. Спробуйте через 7 с.'],
  ['429', tooMany, 'Забагато запитів. Спробуйте через 4 с.'],
] as const)(
  'sendPhotoUntilFree answers the refusal by %s after three attempts',
  async (_, refusal, message) => {
    const fetched = answerWith(refusal);
    const sent = sendPhotoUntilFree(photo);
    await vi.runAllTimersAsync();
    expect(await sent).toMatchObject({ ok: false, failure: { httpStatus: refusal.status, message } });
    expect(fetched).toHaveBeenCalledTimes(3);
  },
);

test('sendPhotoUntilFree waits five seconds after a 503 without Retry-After', async () => {
  const fetched = answerWith(new Response('<h1>busy</h1>', { status: 503 }), 'taken');
  const sent = sendPhotoUntilFree(photo);
  await vi.advanceTimersByTimeAsync(5000);
  expect((await sent).ok).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test.each([
  ['a rate limit of several minutes', 429, '420'],
  ['a refusal of the photo', 422, '1'],
  ['a fault', 500, '1'],
])('sendPhotoUntilFree answers %s at once', async (_, status, retryAfter) => {
  const failure = { status: 'fail', code: 'common.unexpected', message: 'Слова сервера', reference: 'r-1' };
  const fetched = answerWith(Response.json(failure, { status, headers: { 'retry-after': retryAfter } }));
  const sent = sendPhotoUntilFree(photo);
  await vi.runAllTimersAsync();
  expect(await sent).toMatchObject({ ok: false, failure: { message: 'Слова сервера' } });
  expect(fetched).toHaveBeenCalledTimes(1);
});
