import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { windowWords } from '#contract/messages/window-words.ts';
import { messageAfterTitle } from './api.ts';
import { text } from './text.ts';

test('messageAfterTitle removes the sentence that repeats the title', () => {
  const words = windowWords('readings.accepted', { inWindow: 1 });
  const message = messageAfterTitle(formatMessage('readings.accepted', words));
  expect(message).not.toContain(text.acceptedTitle);
  expect(message).toMatch(/^Наступного разу передайте так само/);
});
