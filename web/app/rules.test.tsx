import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { changeRules, listRules, previewRules, undoRules } from '#contract/rules.ts';
import { ruleKeys, startingValues } from '#domain/rules/rule-definitions.ts';
import { ruleGroups, ruleWords } from '#domain/rules/rule-words.template.ts';
import { readRuleValue, typedOf } from '#web/features/rules/rule-values.ts';
import { text } from '#web/features/rules/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsAdmin, press, type signInAsAdmin, submitForm } from '#web/testing/render.tsx';

const standard = startingValues({});
const wire = (rule: (typeof ruleKeys)[number]) => {
  const value = standard[rule];
  return { rule, value: Array.isArray(value) ? [...value] : (value as number | string | boolean) };
};
type Rules = OutputOf<typeof listRules>;
const rules: Rules = { ...success, revision: 4, inForce: ruleKeys.map(wire), changes: [] };
const planned: Rules['changes'][number] = {
  changeId: '01a21bb0-5fec-7377-b362-f0ea79098739',
  validFrom: '2027-01-31T22:00:00.000Z',
  state: 'planned',
  values: [{ rule: 'reactive.tgLimit', before: 2500, after: 3000 }],
  reason: 'Постанова 7',
  author: 'Коваль Марія',
  savedAt: '2026-11-20T08:00:00.000Z',
  undone: null,
  canUndo: true,
};

async function openRules(...roles: Parameters<typeof signInAsAdmin>) {
  answer(listRules, () => ({ ...rules, changes: [planned] }));
  const user = await openAsAdmin('/cabinet/admin/management/rules', ...roles);
  await screen.findByText(text.inForce);
  return user;
}

const openGroup = async (
  user: Awaited<ReturnType<typeof openRules>>,
  key: (typeof ruleGroups)[number]['key'],
) => {
  const group = ruleGroups.find((one) => one.key === key)?.title ?? '';
  await press(user, formatText(text.changeOf, { words: text.change, group }));
};

test('each rule stands in one group, and what stands in its field is read as the same value', () => {
  for (const rule of ruleKeys) {
    expect(readRuleValue(rule, typedOf(rule, standard[rule]))).toEqual(standard[rule]);
    expect(ruleGroups.filter(({ begins }) => begins.some((start) => rule.startsWith(start)))).toHaveLength(1);
  }
  const holidays = readRuleValue('readings.holidays', ' 25.12.2026\n1.1.2027; 2026-08-24');
  expect(holidays).toEqual(['2026-08-24', '2026-12-25', '2027-01-01']);
  expect(readRuleValue('readings.holidays', '31.02.2027')).toBeUndefined();
  expect(readRuleValue('payments.most', '1 000,5')).toBe('1000.50');
  expect(readRuleValue('reactive.cap', '4,0625')).toBe(40_625);
  expect(readRuleValue('reactive.cap', '4,06255')).toBeUndefined();
});

test('only what was changed is sent, with the revision that was seen; a refusal stays beside the change', async () => {
  const user = await openRules();
  answer(changeRules, () => failure('rules.wrongOrder'));
  await openGroup(user, 'payments');
  await submitForm(user, { 'payments-least': '0,001', validFrom: '2030-01-01', reason: '' });
  await expectAlert(ruleWords['payments.least'].name, text.reasonWanted);
  await submitForm(user, { 'payments-least': '200000', reason: 'Рішення' });
  await press(user, text.save);
  await screen.findByText(formatMessage('rules.wrongOrder'));
  const values = [{ rule: 'payments.least', value: '200000.00' }];
  const sent = { values, validFrom: '2030-01-01', revision: 4, reason: 'Рішення' };
  expect(payloadsOf(changeRules)).toMatchObject([sent]);
  await press(user, text.back);
  expect(screen.getByLabelText(ruleWords['payments.least'].name)).toHaveProperty('value', '200000');
});

test('a day after a planned change begins with its values: the way back to the value of today is a change', async () => {
  const user = await openRules();
  answer(changeRules, () => failure('rules.changedMeanwhile', {}, { changes: [planned] }));
  answer(previewRules, () => ({ ...success, effects: [] }));
  await openGroup(user, 'reactive');
  const field = () => screen.getByLabelText<HTMLInputElement>(ruleWords['reactive.tgLimit'].name);
  expect(field().value).toBe('0,25');
  const next = formatText(text.nextIs, { date: '01.02.2027', value: '0,3' });
  expect(field().closest('form')?.textContent).toContain(next);
  await submitForm(user, { validFrom: '2030-01-01' });
  expect(field().value).toBe('0,3');
  await submitForm(user, { 'reactive-tgLimit': '0,25', reason: 'Повертаємо' });
  const dialog = screen.getByRole('dialog');
  await within(dialog).findByText(formatText(text.becomes, { before: '0,3', after: '0,25' }));
  // Whoever goes back keeps what was typed, and nothing else: other rules are as they are by then.
  const inForce = rules.inForce.map((one) => (one.rule === 'reactive.cap' ? { ...one, value: 50_000 } : one));
  answer(listRules, () => ({ ...rules, inForce, changes: [planned] }));
  await user.click(within(dialog).getByRole('button', { name: text.save }));
  await within(dialog).findByText(text.conflictTitle);
  expect(payloadsOf(changeRules)).toMatchObject([
    { values: [{ rule: 'reactive.tgLimit', value: 2500 }], validFrom: '2030-01-01' },
  ]);
  await user.click(within(dialog).getByRole('button', { name: text.back }));
  expect(screen.getByLabelText(ruleWords['reactive.cap'].name)).toHaveProperty('value', '5');
  expect(screen.getByLabelText(ruleWords['reactive.tgLimit'].name)).toHaveProperty('value', '0,25');
});

test('nothing changed is said before anything is sent', async () => {
  const user = await openRules();
  await openGroup(user, 'reactive');
  await submitForm(user, { reason: 'Рішення' });
  await expectAlert(text.nothing);
});

test('a planned change stands at its rule and is undone with a reason; too late it says so', async () => {
  const user = await openRules();
  const row = screen.getAllByText(ruleWords['reactive.tgLimit'].name).at(-1)?.closest('div');
  expect(row?.textContent).toContain(formatText(text.willBe, { value: '0,3', date: '01.02.2027' }));
  answer(undoRules, () => failure('rules.tooLateToUndo'));
  await press(user, /^Скасувати заплановане з/);
  const dialog = screen.getByRole('dialog');
  await submitForm(user, { reason: 'Помилка' });
  await within(dialog).findByText(formatMessage('rules.tooLateToUndo'));
  answer(undoRules, () => rules);
  await user.click(within(dialog).getByRole('button', { name: text.undo }));
  await screen.findByText(text.noPlanned);
  expect(payloadsOf(undoRules).at(-1)).toMatchObject({ changeId: planned.changeId, reason: 'Помилка' });
});

test('who may not change the rules reads them', async () => {
  await openRules(['operator']);
  screen.getByText(ruleWords['bills.dueDay'].name);
  expect(screen.queryAllByRole('button', { name: new RegExp(`^(${text.change}|${text.undo})`) })).toEqual([]);
});
