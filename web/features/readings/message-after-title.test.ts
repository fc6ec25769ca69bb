import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { windowWords } from '#contract/messages/window-words.ts';
import { messageAfterTitle, messageOfReceipt } from './api.ts';
import { text } from './text.ts';

test('messageAfterTitle removes the sentence that repeats the title', () => {
  const words = windowWords('readings.accepted', { inWindow: 1 });
  const message = messageAfterTitle(formatMessage('readings.accepted', words));
  expect(message).not.toContain(text.acceptedTitle);
  expect(message).toMatch(/^Наступного разу передайте так само/);
});

test.each([
  ['2026-12-01', text.nothingToDo],
  ['2026-11-28', /^Радимо передавати показання в останні 2 дні місяця/],
])('messageOfReceipt of a reading as of %s', (effectiveDate, words) => {
  const code = 'readings.accepted';
  const message = formatMessage(code, windowWords(code, {}));
  expect(messageOfReceipt({ code, message }, { effectiveDate, period: '2026-11' })).toMatch(words);
});
