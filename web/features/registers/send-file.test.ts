import { afterEach, expect, it, vi } from 'vitest';
import { registerPartBytes } from '#contract/registers.ts';
import { callApi } from '#web/lib/api.ts';
import { type FileOnItsWay, isSameFile, sendFile } from './send-file.ts';

vi.mock('#web/lib/api.ts', () => ({ callApi: vi.fn() }));
const call = vi.mocked(callApi);
afterEach(() => call.mockReset());

const opened = { ok: true, data: { register: { register: 7 } } } as never;
const refused = (code: string) => ({ ok: false, failure: { code, message: code } }) as never;
const file = new File([new Uint8Array(registerPartBytes + 1)], 'day.csv', { lastModified: 5 });
const start = (): FileOnItsWay => ({ file, format: 'kiosk-daily', partsSent: 0 });
const partsOf = () => call.mock.calls.slice().map(([, payload]) => Reflect.get(payload, 'part'));

it('what was broken off goes on from the part that did not come, in the same register', async () => {
  const sending = start();
  call.mockResolvedValueOnce(opened).mockResolvedValueOnce(opened);
  call.mockResolvedValueOnce(refused('common.network'));
  expect(await sendFile(sending, () => undefined)).toMatchObject({ failure: { code: 'common.network' } });
  expect(partsOf()).toEqual([undefined, 1, 2]);
  call.mockReset().mockResolvedValueOnce(opened);
  expect(await sendFile(sending, () => undefined)).toEqual({ register: 7 });
  expect(partsOf()).toEqual([2]);
});

it('when the register was taken away, the file is sent anew', async () => {
  const sending = start();
  call.mockResolvedValueOnce(opened).mockResolvedValueOnce(opened);
  call.mockResolvedValueOnce(refused('common.notFound'));
  await sendFile(sending, () => undefined);
  call.mockReset().mockResolvedValue(opened);
  expect(await sendFile(sending, () => undefined)).toEqual({ register: 7 });
  expect(partsOf()).toEqual([undefined, 1, 2]);
});

it('where no part is taken any more, the page of the register tells what has come', async () => {
  call.mockResolvedValueOnce(opened).mockResolvedValueOnce(opened);
  call.mockResolvedValueOnce(refused('registers.wrongState'));
  expect(await sendFile(start(), () => undefined)).toEqual({ register: 7 });
});

it('a file of another day, or read in another way, is another one', () => {
  const saved = new File([file], 'day.csv', { lastModified: 6 });
  expect(isSameFile(start(), start())).toBe(true);
  expect(isSameFile(start(), { ...start(), file: saved })).toBe(false);
  expect(isSameFile(start(), { ...start(), format: 'bank-statement' })).toBe(false);
});
