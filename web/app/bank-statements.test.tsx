import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listStatementFormats, listStatements, openStatement } from '#contract/bank-statements.ts';
import { text } from '#web/features/bank-statements/text.ts';
import { answer, leaveOtherCallsPending, payloadsOf } from '#web/testing/fake-api.ts';
import { openPage, signInAsAdmin } from '#web/testing/render.tsx';

test('after a lost connection the same file goes on, and another one is sent by itself', async () => {
  answer(listStatementFormats, () => ({
    status: 'success',
    formats: [{ name: 'bank', title: 'Виписка банку' }],
    largestBytes: 1024,
  }));
  answer(listStatements, () => ({ status: 'success', statements: [], cursor: null }));
  answer(openStatement, () => 'offline');
  leaveOtherCallsPending();
  signInAsAdmin();
  const user = await openPage('/cabinet/admin/bank-statements');
  const field = await screen.findByLabelText(text.file, { exact: false, selector: 'input' });
  expect(screen.getByText(text.fileInvitation)).toBeDefined();
  await user.click(screen.getByRole('button', { name: text.send }));
  expect(screen.getByText(text.noFile)).toBeDefined();
  await user.upload(field, new File(['one'], 'one.csv'));
  expect(screen.queryByText(text.noFile)).toBeNull();
  await user.click(screen.getByRole('button', { name: text.send }));
  await user.click(await screen.findByRole('button', { name: text.sendAgain }));
  await screen.findByRole('button', { name: text.sendAgain });
  await user.upload(field, new File(['another'], 'another.csv'));
  expect(screen.queryByRole('button', { name: text.sendAgain })).toBeNull();
  await user.click(screen.getByRole('button', { name: text.send }));
  await screen.findByRole('button', { name: text.sendAgain });
  expect(payloadsOf(openStatement).map(({ fileName }) => fileName)).toEqual([
    'one.csv',
    'one.csv',
    'another.csv',
  ]);
});
