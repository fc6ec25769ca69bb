import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import {
  actOnImport,
  addImportPart,
  importState,
  listImportProblems,
  listImports,
  openImport,
} from '#contract/import.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ImportData } from '#contract/values/import.ts';
import { text } from '#web/features/import/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press } from '#web/testing/render.tsx';

const path = '/cabinet/admin/management/imports';

const checked: ImportData = {
  importNumber: 7,
  source: 'page',
  mode: 'check',
  state: 'checked',
  step: 'loading',
  done: 1,
  total: 1,
  askedBy: 'Коваль Марія',
  startedAt: '2026-11-20T10:00:00.000Z',
  endedAt: '2026-11-20T10:01:00.000Z',
  reason: '',
  files: [{ name: 'payments.csv', byteCount: 300 }],
  parts: [1],
  ignoredFiles: [],
  problemCount: 0,
  counts: [{ table: 'payment', rows: 2 }],
  isLoaded: false,
  isCancelAsked: false,
  areFilesKept: true,
  code: null,
};

const inState = (state: ImportData['state']) => ({ ...success, import: { ...checked, state } });

type Problem = OutputOf<typeof listImportProblems>['problems'][number];
const answerProblem = (problem: Omit<Problem, 'number'>) => {
  const problems = [{ number: 1, ...problem }];
  answer(listImportProblems, () => ({ ...success, problems, next: null, count: 1 }));
};

async function open(shown: ImportData) {
  answer(importState, () => ({ ...success, import: shown }));
  answer(listImports, () => ({ ...success, imports: [shown], next: null }));
  const user = await openAsAdmin(`${path}?open=7`);
  await screen.findByRole('heading', { name: formatText(text.oneTitle, { n: 7 }) });
  return user;
}

test('what was checked is loaded with a reason; a refusal is told in the dialog', async () => {
  answer(actOnImport, () => failure('imports.busy'));
  const user = await open(checked);
  expect(screen.getAllByText(formatText(text.checkedTitle, { n: 2 })).length).toBeGreaterThan(0);
  await press(user, text.load);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: text.load }));
  dialog.getByText(text.reasonFirst);
  expect(payloadsOf(actOnImport)).toHaveLength(0);
  await user.type(dialog.getByLabelText(text.reason), 'Договір 7');
  await user.click(dialog.getByRole('button', { name: text.load }));
  await dialog.findByText(formatMessage('imports.busy'));
  expect(payloadsOf(actOnImport)[0]).toMatchObject({ importNumber: 7, act: 'load', reason: 'Договір 7' });
});

test('problems are listed; one that runs is followed and cancelled; one that was cut off says so', async () => {
  answerProblem({ file: 'a.csv', line: 3, column: 'sum', code: 'value.money', value: 'x', words: 'не сума' });
  await open({ ...checked, state: 'refused', problemCount: 1, counts: [] });
  await screen.findByText('не сума');
  screen.getByRole('button', { name: 'CSV' });
  expect(screen.queryByRole('button', { name: text.load })).toBeNull();
});

test.each([
  ['checked', text.warnings],
  ['done', text.warningsLoaded],
] as const)('values to look at of one that is %s are listed', async (state, words) => {
  answerProblem({
    file: 'readings.csv',
    line: 17,
    column: 'value',
    code: 'reading.abovePower',
    value: '300',
    words: 'більше за потужність',
  });
  await open({ ...checked, state, problemCount: 1, isLoaded: state === 'done' });
  await screen.findByText('більше за потужність');
  screen.getByText(formatText(text.warningsTitle, { n: 1 }));
  screen.getByText(words);
  expect(screen.queryByRole('button', { name: text.load }) !== null).toBe(state === 'checked');
});

test('one that runs shows its progress and is cancelled', async () => {
  const running: ImportData = { ...checked, mode: 'load', state: 'running', done: 1, total: 4 };
  answer(actOnImport, () => ({ ...success, import: { ...running, isCancelAsked: true } }));
  const user = await open(running);
  const label = formatText(text.progress, { step: text.steps.loading, percent: 25 });
  screen.getByRole('progressbar', { name: label });
  await press(user, text.cancel);
  expect(payloadsOf(actOnImport)[0]).toMatchObject({ act: 'cancel' });
});

test('one that was cut off says that nothing is loaded, and may be loaded again', async () => {
  await open({ ...checked, mode: 'load', state: 'failed', code: 'interrupted' });
  screen.getByText(text.codes.interrupted);
  screen.getByRole('button', { name: text.loadAgain });
});

test('files are sent in parts and checked; after a lost connection only the rest is sent', async () => {
  let attempts = 0;
  answer(openImport, () => inState('receiving'));
  answer(addImportPart, ({ fileNumber }) => {
    attempts += 1;
    if (fileNumber === 2 && attempts === 2) return 'offline';
    return inState('received');
  });
  answer(actOnImport, () => inState('waiting'));
  answer(importState, () => ({ ...success, import: checked }));
  answer(listImports, () => ({ ...success, imports: [], next: null }));
  const user = await openAsAdmin(path);
  await press(user, text.send);
  screen.getByText(text.noFiles);
  const files = ['a.csv', 'b.csv'].map((name) => new File(['x'], name));
  await user.upload(screen.getByLabelText(text.files, { exact: false, selector: 'input' }), files);
  await press(user, text.send);
  await press(user, text.sendAgain);
  await screen.findByRole('heading', { name: formatText(text.oneTitle, { n: 7 }) });
  expect(payloadsOf(openImport)).toHaveLength(1);
  expect(payloadsOf(addImportPart).map(({ fileNumber }) => fileNumber)).toEqual([1, 2, 2]);
  expect(payloadsOf(actOnImport)[0]).toMatchObject({ importNumber: 7, act: 'check' });
});

test('what is chosen in one field is instead of what was chosen in the other, and what is not sent is named', async () => {
  answer(openImport, () => inState('receiving'));
  answer(addImportPart, () => inState('received'));
  answer(actOnImport, () => inState('waiting'));
  answer(importState, () => ({ ...success, import: checked }));
  answer(listImports, () => ({ ...success, imports: [], next: null }));
  const user = await openAsAdmin(path);
  const field = (label: string) => screen.findByLabelText(label, { exact: false, selector: 'input' });
  const filesOf = (...names: string[]) => names.map((name) => new File(['x'], name));
  await user.upload(await field(text.folder), filesOf('old.csv'));
  await screen.findByText('old.csv');
  // A folder has files of any kind.
  fireEvent.change(await field(text.files), { target: { files: filesOf('a.csv', 'b.CSV', 'Book.xlsx') } });
  expect(screen.queryByText('old.csv')).toBeNull();
  screen.getByText(formatText(text.leftOut, { names: 'Book.xlsx' }));
  await press(user, text.send);
  await screen.findByRole('heading', { name: formatText(text.oneTitle, { n: 7 }) });
  expect(payloadsOf(openImport)[0]?.files.map(({ name }) => name)).toEqual(['a.csv', 'b.CSV']);
});

test('the history says of an import without new rows that all of it is there already', async () => {
  await open({ ...checked, counts: [{ table: 'payment', rows: 0 }] });
  within(screen.getByRole('table', { name: text.listCaption })).getByText(text.nothingNew);
});
