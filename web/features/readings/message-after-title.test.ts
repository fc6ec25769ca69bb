import { expect, test } from 'vitest';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { messageAfterTitle } from './api.ts';
import { text } from './text.ts';

test('messageAfterTitle removes the sentence that repeats the title', () => {
  const message = messageAfterTitle(readingMessages['readings.accepted']);
  expect(message).not.toContain(text.acceptedTitle);
  expect(message).toMatch(/^Радимо/);
});
