import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type Content,
  type ContentDocument,
  getContent,
  listContent,
  saveContent,
  withdrawContent,
} from '#contract/content.ts';
import { answerLegalText, listNewLegalTexts, readLegalText } from '#contract/legal-texts.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text as contentText } from '#web/features/content/text.ts';
import { text } from '#web/features/legal-texts/text.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, openAsPerson, openPage, press, submitForm } from '#web/testing/render.tsx';

const legal = (effectiveFrom: string): Content => ({
  kind: 'legal',
  title: 'Умови',
  effectiveFrom,
  summary: 'Додали строк відповіді.',
  asksConsent: true,
  blocks: [{ kind: 'paragraph', text: 'Текст.' }],
});

test('a former version says the last day on which it was in force, and leads to the present one', async () => {
  answer(readLegalText, () => ({
    ...success,
    text: {
      version: '1',
      from: '2026-12-01',
      until: '2026-12-10',
      title: 'Умови користування',
      summary: 'Нове.',
      blocks: [{ kind: 'list' as const, items: ['Раз', 'Два'] }],
    },
    present: '2',
    versions: [
      { version: '3', from: '2027-01-01', until: null },
      { version: '2', from: '2026-12-10', until: '2027-01-01' },
      { version: '1', from: '2026-12-01', until: '2026-12-10' },
      { version: '2026-11', from: null, until: '2026-12-01' },
    ],
  }));
  leaveOtherCallsPending();
  await openPage('/legal?text=terms&version=1');
  await screen.findByText('Діяла з 01.12.2026 до 09.12.2026. Зараз діє інша редакція.');
  expect(payloadsOf(readLegalText)).toMatchObject([{ key: 'terms', version: '1' }]);
  expect(screen.getByText(text.toPresent).getAttribute('href')).toBe('/legal?text=terms');
  const versions = screen.getByRole('region', { name: text.versions });
  expect(
    within(versions)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    `З 01.01.2027 ${text.isComing}`,
    `10.12.2026 – 31.12.2026 ${text.isPresent}`,
    '01.12.2026 – 09.12.2026 ',
    'До 30.11.2026 ',
  ]);
});

test('a customer reads what has changed and agrees; what is refused stays open with its reason', async () => {
  const shown = { key: 'terms' as const, title: 'Умови', version: '2' };
  const changes = [{ from: '2026-12-10', summary: 'Додали строк відповіді.' }];
  answer(listNewLegalTexts, () => ({
    ...success,
    texts: [
      { ...shown, asksConsent: true, changes },
      { ...shown, key: 'privacy' as const, title: 'Дані', asksConsent: false, changes },
    ],
  }));
  answer(answerLegalText, () => failure('legal.otherVersion'));
  const user = await openAsPerson('/cabinet/person');
  const agree = await screen.findByRole('button', { name: text.agree });
  screen.getByText('Додали строк відповіді.');
  await user.click(agree);
  await screen.findByText(formatMessage('legal.otherVersion'));
  answer(answerLegalText, () => success);
  await press(user, text.agree);
  await press(user, text.understood);
  await waitFor(() => expect(screen.queryByRole('button', { name: text.understood })).toBeNull());
  const answered = payloadsOf(answerLegalText).map(({ key, version }) => `${key} ${version}`);
  expect(answered).toEqual(['terms 2', 'terms 2', 'privacy 2']);
});

test('an editor sees the planned version, takes it back, and is told at the day when it is not ahead', async () => {
  const planned: ContentDocument = {
    kind: 'legal',
    key: 'terms',
    published: legal('2026-11-01'),
    publishedBy: null,
    draft: null,
    planned: [{ version: 1, content: legal('2026-12-10'), by: 'Мельник', at: '2026-11-20T10:00:00.000Z' }],
    history: [],
    revision: 2,
  };
  answer(listContent, () => ({ ...success, items: [] }));
  answer(getContent, () => ({ ...success, document: planned }));
  answer(withdrawContent, () => ({ ...success, document: { ...planned, planned: [], revision: 3 } }));
  const user = await openAsAdmin('/cabinet/admin/management/content?open=legal:terms', ['content']);
  await press(user, 'Відкликати редакцію, що діятиме з 10.12.2026');
  await waitFor(() => expect(screen.queryByText(contentText.withdraw)).toBeNull());
  expect(payloadsOf(withdrawContent)).toMatchObject([{ key: 'terms', version: 1, revision: 2 }]);
  answer(saveContent, () => ({
    ...failure('common.badRequest'),
    issues: [
      { path: 'content.effectiveFrom', code: 'content.notAhead', message: formatMessage('content.notAhead') },
    ],
  }));
  await submitForm(user, { title: 'Нові умови' });
  const error = () => document.getElementById('effectiveFrom-error')?.textContent;
  await waitFor(() => expect(error()).toContain(formatMessage('content.notAhead')));
  expect(payloadsOf(saveContent)).toMatchObject([
    { key: 'terms', content: { kind: 'legal', title: 'Нові умови', asksConsent: true } },
  ]);
});
