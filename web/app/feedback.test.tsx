import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { feedbackStats, listFeedback } from '#contract/feedback/given-feedback.ts';
import { giveFeedback } from '#contract/feedback.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text as statsText } from '#web/features/feedback/stats/text.ts';
import { text } from '#web/features/feedback/text.ts';
import { countRefusedReading, forgetRefusedReadings } from '#web/session/feedback/refused-reading.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { fakeTimers, passTime } from '#web/testing/pass-time.ts';
import { openAsAdmin, openAsPerson, openPage, press, signInAsPerson } from '#web/testing/render.tsx';

beforeEach(() => {
  fakeTimers();
  localStorage.removeItem('svitlo.marked');
});

const bills = '/cabinet/person/bills/2026-10';
const question = (words: string) => screen.findByRole('group', { name: words });

test('a no opens the text and is a low mark; the page is sent without numbers and is not asked about again', async () => {
  answer(giveFeedback, () => failure('common.unexpected', { reference: 'A1' }));
  const user = await openAsPerson(bills);
  await passTime(1000);
  await question(text.questions.page);
  expect(screen.queryByLabelText(text.what)).toBeNull();
  await press(user, text.no);
  await user.type(screen.getByLabelText(text.what), 'Звідки перерахунок?');
  await press(user, text.send);
  await screen.findByText(formatMessage('common.unexpected', { reference: 'A1' }));

  answer(giveFeedback, () => success);
  await press(user, text.send);
  await screen.findByText(text.thanks);
  const [first, second] = payloadsOf(giveFeedback);
  expect(second).toEqual(first);
  const given = { occasion: 'page', mark: 2, text: 'Звідки перерахунок?' };
  expect(second).toMatchObject({ page: '/cabinet/person/bills/$period', ...given });
  expect(localStorage.getItem('svitlo.marked')).toContain('$period');
  expect(screen.queryByRole('group', { name: text.questions.page })).toBeNull();
});

test('a yes is sent at one press, as a high mark without a text', async () => {
  answer(giveFeedback, () => success);
  const user = await openAsPerson(bills);
  await passTime(1000);
  await question(text.questions.page);
  await press(user, text.yes);
  await screen.findByText(text.thanks);
  expect(payloadsOf(giveFeedback)).toMatchObject([{ occasion: 'page', mark: 4, text: '' }]);
});

test('a page that was marked on another device says so and is not asked about again', async () => {
  answer(giveFeedback, () => failure('feedback.alreadyGiven'));
  const user = await openAsPerson(bills);
  await passTime(1000);
  await question(text.questions.page);
  await press(user, text.yes);
  await screen.findByText(formatMessage('feedback.alreadyGiven'));
  expect(screen.queryByRole('group', { name: text.questions.page })).toBeNull();
});

/** Calls `listener` in the task in which an element that matches `selector` appears. */
function onAppearance(selector: string, listener: () => void): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    listener();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

test('a reading that is refused in the moment in which the question appears changes the question', async () => {
  onAppearance(`section[aria-label="${text.label}"]`, countRefusedReading);
  await openAsPerson('/cabinet/person/indication');
  await question(text.questions.refusal);
});

test('a refused reading, until one is accepted, and an address without a page are asked about in words of their own', async () => {
  signInAsPerson();
  leaveOtherCallsPending();
  answer(giveFeedback, () => success);
  await openPage('/cabinet/person/indication');
  await passTime(1000);
  await question(text.questions.page);
  countRefusedReading();
  await question(text.questions.refusal);
  forgetRefusedReadings();
  await question(text.questions.page);

  const user = await openPage('/cabinet/person/nothing-here');
  const notFound = within(await question(text.questions.notFound));
  await user.click(notFound.getByRole('button', { name: text.no }));
  await press(user, text.send);
  await waitFor(() => expect(payloadsOf(giveFeedback)).toMatchObject([{ page: '', occasion: 'notFound' }]));
});

const group = (counts: [number, number, number, number, number]) => ({ counts, satisfaction: null });

test('staff see counts alone below 30 answers; a filter is in the address and in the calls', async () => {
  answer(feedbackStats, () => ({
    ...success,
    from: '2026-11-01',
    to: '2026-11-28',
    ...group([1, 0, 0, 2, 3]),
    solved: { no: 1, all: 4 },
    pages: [{ key: '/cabinet/person/bills', ...group([1, 0, 0, 1, 0]) }],
    topics: [
      { key: 'BILL_CHECK', ...group([0, 0, 0, 10, 30]), satisfaction: { share: 1, low: 0.912, high: 1 } },
    ],
    operators: [],
    times: [{ key: '2026-11-20', ...group([1, 0, 0, 2, 3]) }],
  }));
  answer(listFeedback, () => ({ ...success, items: [], count: 0, next: null }));
  const user = await openAsAdmin('/cabinet/admin/feedback/stats?mark=9&page=/cabinet/admin&from=2026-11-01');
  await screen.findByText(statsText.fewNote);
  screen.getByText('91–100');
  const marks = within(screen.getByRole('list', { name: statsText.distribution }));
  await user.click(marks.getByText(statsText.marks[1]));
  await waitFor(() => expect(payloadsOf(listFeedback).at(-1)).toMatchObject({ from: '2026-11-01', mark: 1 }));
  expect(payloadsOf(listFeedback).at(-1)).not.toHaveProperty('page');
  expect(payloadsOf(feedbackStats)).toHaveLength(1);
  await screen.findByText(statsText.noneTitle);
});
