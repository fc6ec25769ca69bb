import { expect, test } from 'vitest';
import { nextOf } from './act-next.ts';
import type { Act } from './act-types.ts';

const asked = { owed: '10.00', dueOn: '2026-12-06', isOverdue: false };

test.each<[string, Partial<Act>, string]>([
  ['billed with a day', { state: 'billed', ...asked }, 'Сплатіть до 06.12.2026'],
  ['billed without a day', { state: 'billed', ...asked, dueOn: null }, 'Рахунок чекає на оплату'],
  ['paid in part', { state: 'partPaid', ...asked }, 'Сплатіть до 06.12.2026'],
  ['paid in instalments', { state: 'instalments', ...asked }, 'Сплатіть до 06.12.2026'],
  ['late', { state: 'billed', ...asked, isOverdue: true }, 'Строк за актом минув 06.12.2026'],
  [
    'late without a day',
    { state: 'overdue', ...asked, dueOn: null, isOverdue: true },
    'Строк за актом минув.',
  ],
  ['heard on a day', { state: 'hearingSet', hearingOn: '2026-12-01' }, 'Комісія розгляне акт 01.12.2026'],
  ['heard on a day not told', { state: 'hearingSet', hearingOn: null }, 'Комісія розгляне акт і ухвалить'],
  ['drawn up', { state: 'drawn' }, 'Далі акт вручать вам'],
  ['handed over', { state: 'served' }, 'призначить день розгляду'],
  ['decided', { state: 'decided' }, 'сплачувати нічого не потрібно'],
  ['disputed', { state: 'disputed', dueOn: '2026-10-01' }, 'ми не просимо його сплатити'],
  ['cancelled', { state: 'cancelled' }, 'сплачувати за ним не потрібно'],
  ['paid', { state: 'paid' }, 'сплачено повністю'],
])('an act that is %s says what happens next', (_, facts, words) => {
  expect(nextOf({ owed: '0.00', isOverdue: false, ...facts } as Act)).toContain(words);
});
