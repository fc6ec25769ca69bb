import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type Content,
  type ContentDocument,
  dropContent,
  getContent,
  listContent,
  publishContent,
  saveContent,
} from '#contract/content.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { landingWords } from '#contract/values/landing-words.template.ts';
import { text } from '#web/features/content/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press, submitForm } from '#web/testing/render.tsx';

const article = (title: string): Content => ({
  kind: 'article',
  audience: 'person',
  position: 15,
  title,
  lead: 'Платіть із кабінету.',
  blocks: [
    { kind: 'paragraph', text: 'Відкрийте рахунок.' },
    { kind: 'list', items: ['Раз', 'Два'] },
  ],
  hidden: false,
});
const builtIn: ContentDocument = {
  kind: 'article',
  key: 'yak-platyty',
  published: article('Як платити'),
  publishedBy: null,
  draft: null,
  planned: [],
  history: [],
  revision: 0,
};
const written = (by: string) => ({ by, at: '2026-11-20T10:00:00.000Z' });
const draft = { content: article('Нова назва'), ...written('Мельник Галина') };
const drafted: ContentDocument = { ...builtIn, draft, revision: 1 };

async function openText(present: () => ContentDocument, name = 'article:yak-platyty') {
  answer(listContent, () => ({
    ...success,
    items: [
      {
        kind: 'article' as const,
        key: 'yak-platyty',
        title: 'Як платити',
        state: 'builtIn' as const,
        hasDraft: true,
        hidden: false,
        plannedFrom: null,
        changed: null,
      },
    ],
  }));
  answer(getContent, () => ({ ...success, document: present() }));
  const user = await openAsAdmin(`/cabinet/admin/management/content?open=${name}`, ['content']);
  await screen.findByText(text.preview);
  return user;
}
const preview = () => screen.getByText(text.preview).parentElement as HTMLElement;

test('what is typed is previewed as customers see it, saved as a draft and published', async () => {
  let present = builtIn;
  const user = await openText(() => present);
  screen.getByText(text.builtIn);
  answer(saveContent, ({ content }) => {
    present = { ...drafted, draft: { content, ...written('Мельник Галина') } };
    return { ...success, document: present };
  });
  const hostile = '<img src=x onerror=alert(1)>';
  const lead = document.getElementById('lead') as HTMLTextAreaElement;
  await user.clear(lead);
  await user.click(lead);
  await user.paste(hostile);
  await submitForm(user, { title: 'Нова назва' });
  await screen.findByText(text.draftTitle);
  await within(preview()).findByText(hostile);
  expect(preview().querySelector('img')).toBeNull();
  const content = { title: 'Нова назва', blocks: [{}, { items: ['Раз', 'Два'] }] };
  expect(payloadsOf(saveContent)).toMatchObject([{ key: 'yak-platyty', revision: 0, content }]);
  answer(publishContent, () => {
    present = {
      ...builtIn,
      published: present.draft?.content ?? null,
      publishedBy: written('Мельник Галина'),
      history: [{ content: article('Як платити'), by: '', at: null }],
      revision: 2,
    };
    return { ...success, document: present };
  });
  await press(user, text.publish);
  await screen.findByText(/^Зараз показуємо текст, який опублікували: Мельник Галина/);
  expect(payloadsOf(publishContent)).toMatchObject([{ key: 'yak-platyty', revision: 1 }]);

  // The former text comes back into the form, and is a draft only when it is saved.
  await user.click(screen.getByText(text.historyBuiltIn));
  await press(user, /^Повернути/);
  const title = document.getElementById('title') as HTMLInputElement;
  await waitFor(() => expect(title.value).toBe('Як платити'));
  expect(payloadsOf(saveContent)).toHaveLength(1);
});

test('unsaved changes are not published, and a dropped draft gives the published text back', async () => {
  const user = await openText(() => drafted);
  const publish = () => screen.getByRole<HTMLButtonElement>('button', { name: text.publish });
  expect(publish().disabled).toBe(false);
  await user.type(document.getElementById('title') as HTMLInputElement, '!');
  await screen.findByText(text.saveFirst);
  expect(publish().disabled).toBe(true);
  answer(dropContent, () => ({ ...success, document: { ...builtIn, revision: 2 } }));
  await press(user, text.drop);
  await screen.findByText(text.builtIn);
  expect((document.getElementById('title') as HTMLInputElement).value).toBe('Як платити');
});

test('dropping the draft of a text that was never published leads back to the list', async () => {
  const user = await openText(() => ({ ...drafted, published: null }));
  answer(dropContent, () => ({ ...success, document: null }));
  await press(user, text.drop);
  await screen.findByText(text.choose);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the second of two editors sees what the first has written beside the own text, which stays', async () => {
  let present = builtIn;
  const user = await openText(() => present);
  present = drafted;
  answer(saveContent, () => failure('management.changedMeanwhile'));
  await submitForm(user, { title: 'Моя назва' });
  const notice = (await screen.findByText(text.conflictTitle)).closest('[role=alert]') as HTMLElement;
  within(notice).getByText(/Мельник Галина/);
  expect(notice.querySelector('del')?.textContent).toContain('Нова назва');
  expect(notice.querySelector('ins')?.textContent).toContain('Моя назва');
  expect((document.getElementById('title') as HTMLInputElement).value).toBe('Моя назва');
  await user.click(within(notice).getByRole('button', { name: text.takeTheirs }));
  await waitFor(() => expect(screen.queryByText(text.conflictTitle)).toBeNull());
  expect((document.getElementById('title') as HTMLInputElement).value).toBe('Нова назва');
});

test('a price in the words of the first page is refused at its field', async () => {
  const published = { kind: 'landing' as const, words: { ...landingWords } };
  const landing: ContentDocument = { ...builtIn, kind: 'landing', key: 'landing', published };
  const user = await openText(() => landing, 'landing:landing');
  const message = formatMessage('content.priceTyped');
  await submitForm(user, { title: 'По 2,16 грн' });
  await waitFor(() => expect(document.getElementById('title-error')?.textContent).toContain(message));
  expect(payloadsOf(saveContent)).toHaveLength(0);
  // The parts of the first page come with the first preview.
  await waitFor(() => expect(preview().textContent).toContain('По 2,16 грн'));
  // The preview is no page of its own.
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(document.title).toContain(text.title);
});

test('a new text needs an address and is opened under it', async () => {
  const user = await openText(() => builtIn, 'article:');
  await submitForm(user, { key: 'Назва', title: '' });
  const summary = await screen.findByRole('alert');
  within(summary).getByText(text.wanted.key);
  expect(payloadsOf(saveContent)).toHaveLength(0);
});
