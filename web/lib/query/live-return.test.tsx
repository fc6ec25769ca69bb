import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '../api.ts';
import { useLiveSubject } from './live.ts';

/** Connections that the page has opened, the newest last. */
let streams: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>[];
let isHidden: boolean;

beforeEach(() => {
  streams = [];
  isHidden = false;
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.spyOn(api, 'tokenOfSession').mockReturnValue('token');
  vi.spyOn(api, 'openEvents').mockImplementation(async (_call, _payload, signal) => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        streams.push(controller);
        signal.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return { body };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function setHidden(hidden: boolean): Promise<void> {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
}

function Followed() {
  return <p>{useLiveSubject('conversation', '2390001130/one')?.lastSeq}</p>;
}

const say = (lastSeq: number) =>
  act(async () => {
    const event = `event: conversation:2390001130/one\ndata: {"lastSeq":${lastSeq}}\n\n`;
    streams.at(-1)?.enqueue(new TextEncoder().encode(event));
    await vi.advanceTimersByTimeAsync(0);
  });

test('a page that returns replaces a connection that was silent, without a pause', async () => {
  const { unmount } = render(<Followed />);
  await pass(0);
  await say(1);
  await setHidden(true);
  await pass(6000);
  await setHidden(false);
  expect(streams).toHaveLength(2);
  await say(2);
  screen.getByText('2');
  unmount();
});

test('a page that returns keeps a connection that was heard a moment ago', async () => {
  const { unmount } = render(<Followed />);
  await pass(0);
  await setHidden(true);
  await pass(20_000);
  await say(1);
  await pass(1000);
  await setHidden(false);
  expect(streams).toHaveLength(1);
  unmount();
});

test('a page that returns ends the pause before the next connection', async () => {
  const { unmount } = render(<Followed />);
  await pass(0);
  await say(1);
  await setHidden(true);
  streams[0]?.close();
  await pass(0);
  expect(streams).toHaveLength(1);
  await setHidden(false);
  expect(streams).toHaveLength(2);
  unmount();
});
