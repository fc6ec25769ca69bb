import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { press } from '#web/testing/render.tsx';
import { localFailure } from '../api-failure.ts';
import { DownloadButtons, type DownloadTask } from './download-buttons.tsx';
import { text } from './list-text.ts';

type Downloaded = Parameters<typeof DownloadButtons<'csv'>>[0]['download'] extends (
  ...given: never[]
) => Promise<infer Result>
  ? Result
  : never;

const saved = vi.fn();
const done: Downloaded = { ok: true, data: { blob: new Blob(['1']), name: 'report.csv' } };
const cutOff: Downloaded = { ok: false, failure: localFailure('common.network') };
let tasks: DownloadTask[];
let settle: (result: Downloaded) => void;

beforeEach(() => {
  saved.mockClear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved(blob);
    return 'blob:';
  });
});

/** Presses the button of a file of 300 rows. */
async function start(isLong = true) {
  tasks = [];
  const download = (_: 'csv', task: DownloadTask) => {
    tasks.push(task);
    if (isLong) task.onProgress({ words: '0 of 300', rows: { done: 0, total: 300 } });
    return new Promise<Downloaded>((resolve) => {
      settle = resolve;
    });
  };
  const user = userEvent.setup({ delay: null });
  render(<DownloadButtons label="File" labels={{ csv: 'CSV' }} busyLabel="Making" download={download} />);
  await press(user, 'CSV');
  return user;
}

const outcome = () => screen.getByRole('status').textContent;

test('shows how many of all rows have come, then that the file is kept', async () => {
  await start();
  screen.getByRole('button', { name: 'Making' });
  tasks[0]?.onProgress({ words: '120 of 300', rows: { done: 120, total: 300 } });
  const bar = await screen.findByRole('progressbar', { name: '120 of 300' });
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['120', '300']);
  expect(outcome()).toBe('');
  settle(done);
  await vi.waitFor(() => expect(outcome()).toBe(`${text.filesSaved} report.csv`), { timeout: 10_000 });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(saved).toHaveBeenCalledOnce();
});

test('a cancelled file is not kept, and another one can be made at once', async () => {
  const user = await start();
  await press(user, text.filesCancel);
  await vi.waitFor(() => expect(outcome()).toBe(text.filesCancelled), { timeout: 10_000 });
  expect(tasks[0]?.signal.aborted).toBe(true);
  // What comes later changes nothing.
  tasks[0]?.onProgress({ words: '200 of 300' });
  settle(done);
  await press(user, 'CSV');
  expect(tasks).toHaveLength(2);
  expect(screen.queryByText('200 of 300')).toBeNull();
  expect(saved).not.toHaveBeenCalled();
});

test('a file that breaks off is not kept and says so', async () => {
  await start();
  settle(cutOff);
  expect((await screen.findByRole('alert')).textContent).toBe(text.filesBroken);
  expect(saved).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: text.filesCancel })).toBeNull();
});

test('a small file is kept without a word, and a failure without a network is its message', async () => {
  await start(false);
  expect(screen.queryByRole('button', { name: text.filesCancel })).toBeNull();
  settle(cutOff);
  expect((await screen.findByRole('alert')).textContent).toBe(localFailure('common.network').message);
  expect(outcome()).toBe('');
});
