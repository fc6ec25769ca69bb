import { afterEach, expect, it, vi } from 'vitest';
import { statementPartBytes } from '#contract/values/bank-statement.ts';
import { callApi, uploadFile } from '#web/lib/api.ts';
import { type FileUpload, isSameFile, sendFile } from './send-file.ts';

vi.mock('#web/lib/api.ts', () => ({ callApi: vi.fn(), uploadFile: vi.fn() }));
const open = vi.mocked(callApi);
const upload = vi.mocked(uploadFile);
afterEach(() => {
  open.mockReset();
  upload.mockReset();
});

const opened = { ok: true, data: { statement: { statement: 7 } } } as never;
const refused = (code: string) => ({ ok: false, failure: { code, message: code } }) as never;
const file = new File([new Uint8Array(statementPartBytes + 1)], 'day.csv', { lastModified: 5 });
const start = (): FileUpload => ({ file, format: 'kiosk-daily', partsSent: 0 });
/** Numbers and sizes of the parts sent. */
const partsOf = () =>
  upload.mock.calls.map(([, payload, piece]) => [Reflect.get(payload, 'part'), piece.size]);
const first = [1, statementPartBytes];
const last = [2, 1];

it('sendFile resumes a broken upload from the first missing part, in the same statement', async () => {
  const sending = start();
  open.mockResolvedValueOnce(opened);
  upload.mockResolvedValueOnce(opened).mockResolvedValueOnce(refused('common.network'));
  expect(await sendFile(sending, () => undefined)).toMatchObject({ failure: { code: 'common.network' } });
  expect(partsOf()).toEqual([first, last]);
  upload.mockReset().mockResolvedValueOnce(opened);
  expect(await sendFile(sending, () => undefined)).toEqual({ statement: 7 });
  expect(partsOf()).toEqual([last]);
  expect(open).toHaveBeenCalledTimes(1);
});

it('sendFile starts again when the statement was dropped', async () => {
  const sending = start();
  open.mockResolvedValueOnce(opened);
  upload.mockResolvedValueOnce(opened).mockResolvedValueOnce(refused('common.notFound'));
  await sendFile(sending, () => undefined);
  open.mockResolvedValueOnce(opened);
  upload.mockReset().mockResolvedValue(opened);
  expect(await sendFile(sending, () => undefined)).toEqual({ statement: 7 });
  expect(partsOf()).toEqual([first, last]);
});

it('sendFile answers the statement when it takes no more parts', async () => {
  open.mockResolvedValueOnce(opened);
  upload.mockResolvedValueOnce(opened).mockResolvedValueOnce(refused('statements.wrongState'));
  expect(await sendFile(start(), () => undefined)).toEqual({ statement: 7 });
});

it('isSameFile is false for another modification date or another format', () => {
  const saved = new File([file], 'day.csv', { lastModified: 6 });
  expect(isSameFile(start(), start())).toBe(true);
  expect(isSameFile(start(), { ...start(), file: saved })).toBe(false);
  expect(isSameFile(start(), { ...start(), format: 'bank-statement' })).toBe(false);
});
