import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClosableLine, MovingLine } from './moving-line.tsx';
import { text } from './text.ts';

const message = 'Планові роботи: оплата й показання будуть недоступні.';

beforeEach(() => localStorage.removeItem('svitlo.closedMessages'));
afterEach(() => vi.restoreAllMocks());

const line = () => screen.getByRole('region', { name: text.label });

/** No layout here: the height that the text would need, of which two lines are shown. */
const needsLines = (count: number) => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(count * 20);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(Math.min(count, 2) * 20);
};

const reduceMotion = (matches: boolean) =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);

test.each([1, 2])('a text of %i lines stands still and has nothing to pause', (count) => {
  needsLines(count);
  render(<MovingLine message={message} />);
  expect(line().hasAttribute('data-moves')).toBe(false);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a longer text moves until it is paused, which shows the whole text', async () => {
  needsLines(3);
  reduceMotion(false);
  const user = userEvent.setup();
  render(<MovingLine message={message} />);
  expect(line().hasAttribute('data-moves')).toBe(true);
  await user.click(screen.getByRole('button', { name: text.pause }));
  expect(line().hasAttribute('data-moves')).toBe(false);
  expect(line().hasAttribute('data-open')).toBe(true);
  await user.click(screen.getByRole('button', { name: text.play }));
  expect(line().hasAttribute('data-moves')).toBe(true);
});

test('under reduced motion a longer text stands still and opens', async () => {
  needsLines(3);
  reduceMotion(true);
  const user = userEvent.setup();
  render(<MovingLine message={message} />);
  expect(line().hasAttribute('data-moves')).toBe(false);
  await user.click(screen.getByRole('button', { name: text.whole, expanded: false }));
  expect(line().hasAttribute('data-open')).toBe(true);
  await user.click(screen.getByRole('button', { name: text.less, expanded: true }));
  expect(line().hasAttribute('data-open')).toBe(false);
});

test('a closed message stays closed on the device until its text changes', async () => {
  const user = userEvent.setup();
  render(<ClosableLine message={message} />);
  await user.click(screen.getByRole('button', { name: text.close }));
  expect(screen.queryByText(message)).toBeNull();
  cleanup();

  render(<ClosableLine message={message} />);
  expect(screen.queryByText(message)).toBeNull();
  cleanup();

  render(<ClosableLine message={`${message} До 18:00.`} />);
  screen.getByText(`${message} До 18:00.`);
});

test.each(['nonsense', '{}'])('a store with %s closes nothing', (kept) => {
  localStorage.setItem('svitlo.closedMessages', kept);
  render(<ClosableLine message={message} />);
  screen.getByText(message);
});
