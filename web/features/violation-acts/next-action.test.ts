import { expect, test } from 'vitest';
import { nextOf } from './act-card.tsx';
import type { Act } from './act-types.ts';

const part = { dueOn: '2026-12-06', sum: '100.00' };
const unpaid = { owed: '10.00', dueOn: '2026-12-06', isOverdue: false };

test.each<[string, Partial<Act>, string]>([
  ['billed with a due date', { state: 'billed', ...unpaid }, 'Сплатіть до 06.12.2026'],
  ['billed without a due date', { state: 'billed', ...unpaid, dueOn: null }, 'Рахунок чекає на оплату'],
  ['paid in part', { state: 'partPaid', ...unpaid }, 'Сплатіть до 06.12.2026'],
  ['paid in instalments', { state: 'instalments', ...unpaid }, 'Сплатіть до 06.12.2026'],
  [
    'paid by a schedule',
    { state: 'instalments', ...unpaid, owed: '142.90', nextPart: { ...part, left: '42.90' } },
    'Найближча частина — 42,90\u00a0грн до 06.12.2026',
  ],
  [
    'paid by a schedule whose part is late',
    { state: 'instalments', ...unpaid, isOverdue: true, nextPart: { ...part, left: '10.00' } },
    'Строк був 06.12.2026',
  ],
  ['late', { state: 'billed', ...unpaid, isOverdue: true }, 'Строк був 06.12.2026'],
  ['overdue, no day', { state: 'overdue', ...unpaid, dueOn: null, isOverdue: true }, 'Сплатіть якнайшвидше'],
  ['heard on a day', { state: 'hearingSet', hearingOn: '2026-12-01' }, 'Комісія розгляне акт 01.12.2026'],
  ['heard on an unknown day', { state: 'hearingSet', hearingOn: null }, 'Комісія розгляне акт і ухвалить'],
  ['drawn up', { state: 'drawn' }, 'Далі акт вручать вам'],
  ['handed over', { state: 'served' }, 'призначить день розгляду'],
  ['decided', { state: 'decided' }, 'сплачувати нічого не потрібно'],
  ['disputed', { state: 'disputed', dueOn: '2026-10-01' }, 'ми не просимо його сплатити'],
  ['cancelled', { state: 'cancelled' }, 'сплачувати за ним не потрібно'],
  ['paid', { state: 'paid' }, 'сплачено повністю'],
])('nextOf an act that is %s', (_, facts, words) => {
  expect(nextOf({ owed: '0.00', isOverdue: false, ...facts } as Act)).toContain(words);
});
