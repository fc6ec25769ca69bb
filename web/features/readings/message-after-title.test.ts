import { expect, test } from 'vitest';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { messageAfterTitle } from './message-after-title.ts';
import { text } from './text.ts';

test('a receipt says once that the reading was accepted', () => {
  const said = messageAfterTitle(readingMessages['readings.accepted']);
  expect(said).not.toContain(text.acceptedTitle);
  expect(said).toMatch(/^Радимо/);
});
