import { afterEach, expect, it, vi } from 'vitest';
import { statementPartBytes } from '#contract/bank-statements.ts';
import { callApi } from '#web/lib/api.ts';
import { type FileUpload, isSameFile, sendFile } from './send-file.ts';

vi.mock('#web/lib/api.ts', () => ({ callApi: vi.fn() }));
const call = vi.mocked(callApi);
afterEach(() => call.mockReset());

const opened = { ok: true, data: { statement: { statement: 7 } } } as never;
const refused = (code: string) => ({ ok: false, failure: { code, message: code } }) as never;
const file = new File([new Uint8Array(statementPartBytes + 1)], 'day.csv', { lastModified: 5 });
const start = (): FileUpload => ({ file, format: 'kiosk-daily', partsSent: 0 });
const partsOf = () => call.mock.calls.slice().map(([, payload]) => Reflect.get(payload, 'part'));

it('sendFile resumes a broken upload from the first missing part, in the same statement', async () => {
  const sending = start();
  call.mockResolvedValueOnce(opened).mockResolvedValueOnce(opened);
  call.mockResolvedValueOnce(refused('common.network'));
  expect(await sendFile(sending, () => undefined)).toMatchObject({ failure: { code: 'common.network' } });
  expect(partsOf()).toEqual([undefined, 1, 2]);
  call.mockReset().mockResolvedValueOnce(opened);
  expect(await sendFile(sending, () => undefined)).toEqual({ statement: 7 });
  expect(partsOf()).toEqual([2]);
});

it('sendFile starts again when the statement was dropped', async () => {
  const sending = start();
  call.mockResolvedValueOnce(opened).mockResolvedValueOnce(opened);
  call.mockResolvedValueOnce(refused('common.notFound'));
  await sendFile(sending, () => undefined);
  call.mockReset().mockResolvedValue(opened);
  expect(await sendFile(sending, () => undefined)).toEqual({ statement: 7 });
  expect(partsOf()).toEqual([undefined, 1, 2]);
});

it('sendFile answers the statement when it takes no more parts', async () => {
  call.mockResolvedValueOnce(opened).mockResolvedValueOnce(opened);
  call.mockResolvedValueOnce(refused('statements.wrongState'));
  expect(await sendFile(start(), () => undefined)).toEqual({ statement: 7 });
});

it('isSameFile is false for another modification date or another format', () => {
  const saved = new File([file], 'day.csv', { lastModified: 6 });
  expect(isSameFile(start(), start())).toBe(true);
  expect(isSameFile(start(), { ...start(), file: saved })).toBe(false);
  expect(isSameFile(start(), { ...start(), format: 'bank-statement' })).toBe(false);
});
