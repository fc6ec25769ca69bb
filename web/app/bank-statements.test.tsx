import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  listStatementFormats,
  listStatementRows,
  listStatements,
  openStatement,
  statementState,
} from '#contract/bank-statements.ts';
import { text } from '#web/features/bank-statements/text.ts';
import { answer, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press } from '#web/testing/render.tsx';

test('after a lost connection the same file goes on, and another one is sent by itself', async () => {
  const formats = [{ name: 'bank', title: 'Виписка банку' }];
  answer(listStatementFormats, () => ({ ...success, formats, largestBytes: 1024 }));
  answer(listStatements, () => ({ ...success, statements: [], cursor: null }));
  answer(openStatement, () => 'offline');
  const user = await openAsAdmin('/cabinet/admin/bank-statements');
  const field = await screen.findByLabelText(text.file, { exact: false, selector: 'input' });
  screen.getByText(text.fileInvitation);
  await press(user, text.send);
  screen.getByText(text.noFile);
  await user.upload(field, new File(['one'], 'one.csv'));
  expect(screen.queryByText(text.noFile)).toBeNull();
  await press(user, text.send);
  await press(user, text.sendAgain);
  await screen.findByRole('button', { name: text.sendAgain });
  await user.upload(field, new File(['another'], 'another.csv'));
  expect(screen.queryByRole('button', { name: text.sendAgain })).toBeNull();
  await press(user, text.send);
  await screen.findByRole('button', { name: text.sendAgain });
  const sent = payloadsOf(openStatement).map(({ fileName }) => fileName);
  expect(sent).toEqual(['one.csv', 'one.csv', 'another.csv']);
});

test('a row below zero of a part is shown with the larger row, which is not taken back by a press', async () => {
  const none = { count: 0, sum: '0.00' };
  const one = { count: 1, sum: '-40.00' };
  const totals = { rows: one, matched: none, duplicate: none, unmatched: one, foreign: none };
  const day = '2026-11-20';
  answer(statementState, () => ({
    ...success,
    statement: {
      statement: 2,
      ...{ formatName: 'bank', formatTitle: 'Виписка банку', fileName: 'storno.csv' },
      ...{ createdAt: '2026-11-20T10:00:00.000Z', finishedAt: '2026-11-20T10:00:09.000Z' },
      ...{ state: 'done' as const, progress: { done: 1, total: 1 }, firstDay: day, lastDay: day },
      ...{ skippedCount: 0, problemCount: 0, totals, dryRun: totals },
    },
    problems: [],
    skipped: [],
  }));
  const row = {
    ...{ line: 2, paidOn: day, sum: '-40.00', payer: '', purpose: 'Сторно', accountText: '' },
    ...{ outcome: 'unmatched' as const, reason: 'row.reversal', accountNumber: null, actNumber: null },
    ...{ orderId: null, canUndo: false, suggestions: [], orders: [] },
  };
  const of = { statement: 1, line: 7, accountNumber: '2390001111', paidOn: '2026-11-17', sum: '100.00' };
  answer(listStatementRows, () => ({ ...success, rows: [{ ...row, reversible: [of] }], cursor: null }));
  await openAsAdmin('/cabinet/admin/bank-statements/2');
  await screen.findByText(text.partlyReversible);
  const link = screen.getByRole('link', { name: /2390001111/ });
  expect(link.getAttribute('href')).toBe('/cabinet/admin/management/accounts/2390001111');
  expect(screen.queryByRole('button', { name: /2390001111/ })).toBeNull();
});
