import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ActStep, ListedAct, ManagedAct } from '#contract/values/managed-act.ts';
import {
  cancelAct,
  decideAct,
  decideActProposal,
  drawUpAct,
  getManagedAct,
  inviteToHearing,
  listManagedActs,
  planInstalments,
} from '#contract/violation-acts/manage-acts.ts';
import { listActs } from '#contract/violation-acts.ts';
import { actionNames, text } from '#web/features/violation-acts/manage/text.ts';
import { text as customerText } from '#web/features/violation-acts/text.ts';
import { showSum } from '#web/lib/format.ts';
import { text as listText } from '#web/lib/list/list-text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { actFixture } from '#web/testing/fixtures/act-fixture.ts';
import {
  fieldById,
  openAsAdmin,
  openAsPerson,
  press,
  type signInAsAdmin,
  submitForm,
} from '#web/testing/render.tsx';

const path = '/cabinet/admin/management/acts';
const account = '2390001130';

const drawn: ActStep = {
  stepId: '01a21bb0-5fec-7377-b362-f0ea79098700',
  kind: 'drawn',
  state: 'applied',
  before: {},
  after: { drawnOn: '2026-09-07', place: 'щит у дворі' },
  reason: '',
  author: 'Коваль Марія',
  savedAt: '2026-09-07T08:00:00.000Z',
  decided: null,
  isOwn: false,
};

/** Drawn up and handed over: the commission has not decided yet. */
const heard: ManagedAct = {
  ...actFixture,
  account,
  customerName: 'Бондар Олена',
  address: 'вул. Садова, 3',
  clause: 'пункт 8.2.4',
  revision: 4,
  kind: 'bypass',
  place: 'щит у дворі',
  meterSerial: null,
  found: 'кабель повз лічильник',
  present: ['представник мережі', 'споживач'],
  basis: null,
  can: ['invite', 'decide', 'cancel'],
  cancelTakesTwo: false,
  steps: [drawn],
  payments: [],
  terms: { hearingDays: 10, paymentDays: 30 },
};

/** Decided and confirmed, nothing paid. */
const billed: ManagedAct = {
  ...heard,
  state: 'billed',
  sum: '1000.00',
  vat: '166.66',
  owed: '1000.00',
  unpaid: '1000.00',
  dueOn: '2099-12-06',
  kwh: 231,
  can: ['instalments', 'cancel'],
  cancelTakesTwo: true,
};

const proposed: ActStep = {
  ...drawn,
  stepId: '01a21bb0-5fec-7377-b362-f0ea79098739',
  kind: 'decided',
  state: 'proposed',
  before: { state: 'served', kwh: 0, sum: '0.00' },
  after: {
    state: 'billed',
    kwh: 1080,
    sum: '4665.60',
    vat: '777.60',
    days: 30,
    basis: {
      volume: { kind: 'byPower', watts: 1500, hoursPerDay: 24 },
      amount: { kind: 'byPrice', price: '4.32' },
    },
  },
  reason: 'Протокол 17',
};
const waiting: ManagedAct = { ...heard, revision: 5, can: [], steps: [proposed, drawn] };

const listed: ListedAct = {
  account,
  customerName: heard.customerName,
  address: heard.address,
  actNumber: heard.actNumber,
  drawnOn: heard.drawnOn,
  state: 'billed',
  kind: null,
  sum: '12839.04',
  owed: '839.04',
  dueOn: '2026-12-06',
  isOverdue: false,
  isWaiting: true,
};

/** As texts are found: a space that does not break is any space. */
const plain = (words: string) => words.replaceAll('\u00a0', ' ');
const answered = (act: ManagedAct) => ({ ...success, act });
const dialog = () => within(screen.getByRole('dialog'));

async function openAct(act: ManagedAct, ...roles: Parameters<typeof signInAsAdmin>) {
  answer(getManagedAct, () => answered(act));
  const user = await openAsAdmin(`${path}?account=${account}&act=${act.actNumber}`, ...roles);
  await screen.findByText(text.history);
  return user;
}

async function openList(search: string, ...roles: Parameters<typeof signInAsAdmin>) {
  answer(listManagedActs, ({ cursor }) => ({
    ...success,
    acts: [cursor ? { ...listed, actNumber: '46-0', isWaiting: false } : listed],
    next: cursor ? null : 'older',
  }));
  const user = await openAsAdmin(path + search, ...roles);
  await screen.findByRole('link', { name: '46-1' });
  return user;
}

test('the filter is in the address; what is no account narrows nothing; the next part follows', async () => {
  const user = await openList('?state=billed&number=46-1&from=2026-09-01&account=123&waiting=proposed');
  const { token: _, ...asked } = payloadsOf(listManagedActs)[0] ?? {};
  expect(asked).toEqual({ state: 'billed', number: '46-1', from: '2026-09-01', waiting: 'proposed' });
  const filter = within(screen.getByLabelText(text.filter));
  expect(filter.getByLabelText(text.state)).toHaveProperty('value', 'billed');
  expect(filter.getByLabelText(text.from)).toHaveProperty('value', '2026-09-01');
  screen.getByText(text.waitsMark);
  const row = screen.getByRole('link', { name: '46-1' });
  expect(row.getAttribute('href')).toBe(`${path}?account=${account}&act=46-1`);
  await press(user, listText.more);
  await screen.findByRole('link', { name: '46-0' });
  expect(payloadsOf(listManagedActs).at(-1)).toMatchObject({ state: 'billed', cursor: 'older' });
  await user.selectOptions(filter.getByLabelText(text.state), 'paid');
  await user.clear(filter.getByLabelText(text.account));
  await user.type(filter.getByLabelText(text.account), account);
  await user.click(filter.getByRole('button', { name: listText.apply }));
  await screen.findByRole('link', { name: '46-1' });
  expect(payloadsOf(listManagedActs).at(-1)).toMatchObject({ state: 'paid', account, number: '46-1' });
});

test('a list that the filter leaves empty shows all again', async () => {
  const user = await openList('');
  answer(listManagedActs, ({ state }) => ({ ...success, acts: state ? [] : [listed], next: null }));
  const filter = within(screen.getByLabelText(text.filter));
  await user.selectOptions(filter.getByLabelText(text.state), 'paid');
  await user.click(filter.getByRole('button', { name: listText.apply }));
  await screen.findByText(text.none);
  await press(user, text.showAll);
  await screen.findByRole('link', { name: '46-1' });
});

test('an act that there is not says so', async () => {
  answer(getManagedAct, () => failure('common.notFound'));
  await openAsAdmin(`${path}?account=${account}&act=46-9`);
  await screen.findByText(text.unknown);
});

test('an operator reads an act and the list, and has no button of a step', async () => {
  await openAct(waiting, ['operator']);
  screen.getByText(text.waits.decided);
  for (const name of [text.confirm, text.withdraw, ...Object.values(actionNames)])
    expect([name, screen.queryByRole('button', { name })]).toEqual([name, null]);
});

test('an operator has no button to draw up an act', async () => {
  await openList('', ['operator']);
  expect(screen.queryByRole('button', { name: text.draw })).toBeNull();
});

const instalments = [
  { dueOn: '2099-12-06', sum: '333.34', left: '0.00' },
  { dueOn: '2100-01-06', sum: '333.33', left: '100.00' },
  { dueOn: '2100-02-06', sum: '333.33', left: '333.33' },
];

const decidedAt = '2026-11-06T08:00:00.000Z';

const typedAct = {
  'draw-account': account,
  'draw-number': ' 46-2 ',
  'draw-day': '2026-09-07',
  'draw-place': 'щит у дворі',
  'draw-meter': '',
  'draw-found': 'кабель повз лічильник',
  'draw-present': 'представник мережі\n\n споживач ',
};

test('an act is drawn up: what is missing is named, then it is sent and opened', async () => {
  const user = await openList('');
  await press(user, text.draw);
  const wrong = { 'draw-account': '12', 'draw-place': ' ', 'draw-found': 'не', 'draw-present': '\n' };
  await submitForm(user, wrong);
  const summary = (await dialog().findByRole('alert')).textContent;
  const { account: wantedAccount, number, place, found, present } = text.wanted;
  for (const words of [wantedAccount, number, place, found, present]) expect(summary).toContain(words);
  expect(payloadsOf(drawUpAct)).toEqual([]);
  answer(drawUpAct, () => answered({ ...heard, actNumber: '46-2' }));
  await submitForm(user, typedAct);
  await screen.findByRole('heading', { name: formatText(text.act, { number: '46-2' }) });
  expect(payloadsOf(drawUpAct)).toMatchObject([
    { account, actNumber: '46-2', kind: 'bypass', clause: '', meterSerial: null, present: heard.present },
  ]);
});

test.each<[MessageCode, object, keyof typeof typedAct]>([
  ['acts.numberTaken', { number: '46-2' }, 'draw-number'],
  ['acts.futureDay', {}, 'draw-day'],
  ['acts.unknownMeter', { value: '123' }, 'draw-meter'],
  ['common.notFound', {}, 'draw-account'],
])(
  '%s is shown at its field of the new act, and sent again it is the same request',
  async (code, params, field) => {
    const user = await openList('');
    await press(user, text.draw);
    answer(drawUpAct, () => failure(code, { ...params }, { account, actNumber: '46-2' }));
    await submitForm(user, typedAct);
    await dialog().findByRole('link', { name: formatMessage(code, { ...params }) });
    expect((document.getElementById(field) as HTMLElement).getAttribute('aria-invalid')).toBe('true');
    const holder = dialog().queryByRole('link', { name: '46-2' });
    const taken = code === 'acts.numberTaken' ? `${path}?account=${account}&act=46-2` : undefined;
    expect(holder?.getAttribute('href')).toBe(taken);
    answer(drawUpAct, () => answered(heard));
    await submitForm(user, { 'draw-number': '46-3' });
    await screen.findByText(text.history);
    expect(new Set(payloadsOf(drawUpAct).map(({ requestId }) => requestId)).size).toBe(1);
  },
);

test.each<[MessageCode, object, string]>([
  ['acts.hearingTooSoon', { n: 10, date: '19.09.2026' }, 'hearingOn'],
  ['acts.badDays', {}, 'hearingOn'],
  ['acts.futureDay', {}, 'servedOn'],
])('%s is shown at its field of the invitation, which is sent again', async (code, params, field) => {
  const user = await openAct(heard);
  await press(user, text.invite);
  expect(await fieldById('servedOn')).toHaveProperty('value', '2026-09-09');
  answer(inviteToHearing, () => failure(code, { ...params }));
  await submitForm(user, { hearingOn: '2026-09-10' });
  await dialog().findByRole('link', { name: formatMessage(code, { ...params }) });
  expect((await fieldById(field)).getAttribute('aria-invalid')).toBe('true');
  const set = { ...heard, state: 'hearingSet', hearingOn: '2026-09-19', revision: 5 } as const;
  answer(inviteToHearing, () => answered(set));
  await submitForm(user, { hearingOn: '2026-09-19' });
  await screen.findByText('19.09.2026', { selector: 'dd' });
  expect(payloadsOf(inviteToHearing)).toMatchObject([
    { servedOn: '2026-09-09', hearingOn: '2026-09-10', revision: 4 },
    { servedOn: '2026-09-09', hearingOn: '2026-09-19', revision: 4 },
  ]);
});

test('an act is handed over before the day of the hearing is known', async () => {
  const user = await openAct(heard);
  await press(user, text.invite);
  answer(inviteToHearing, () => answered({ ...heard, revision: 5 }));
  await submitForm(user, { servedOn: '2026-09-11', hearingOn: '' });
  await screen.findByText(text.inviteForm.done);
  expect(payloadsOf(inviteToHearing)).toMatchObject([{ servedOn: '2026-09-11', hearingOn: null }]);
});

const decision = {
  protocolNumber: '17',
  protocolOn: '2026-11-05',
  periodFrom: '2026-10-01',
  periodTo: '2026-10-31',
  watts: '1 700',
  hoursPerDay: '7',
  price: '4,3199',
  reason: 'Протокол 17',
};

/** The rows of the review by their names. */
async function reviewed() {
  await dialog().findByText(text.decideForm.result);
  const rows = [...screen.getByRole('dialog').querySelectorAll('dl > div')];
  return Object.fromEntries(
    rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
  );
}

test('a decision is counted by power and price, reviewed, and sent with what it was counted by', async () => {
  const user = await openAct(heard);
  await press(user, text.decide);
  await submitForm(user, { ...decision, watts: '1,5', hoursPerDay: '25', price: 'багато', reason: '' });
  const summary = (await dialog().findByRole('alert')).textContent;
  const { watts, hours, price, reason } = text.wanted;
  for (const words of [watts, hours, price, reason]) expect(summary).toContain(words);
  await submitForm(user, decision);
  const rows = await reviewed();
  // October has 31 days: 1.7 kW × 7 h × 31 = 368.9, whole 368 kWh; × 4.3199 = 1589.7232, without what is below a
  // kopiyka 1589.72; the sixth part of it is 264.9533.
  const { days, kwh, vat } = text.fields;
  const counted = { [days]: '31', [kwh]: '368\u00a0кВт·год', [vat]: showSum('264.95') };
  expect(rows).toMatchObject({ ...counted, [text.reason]: 'Протокол 17' });
  expect(screen.getByRole('dialog').textContent).toContain('1\u00a0589,72');
  const later = formatText(text.decideForm.reviewLead, { days: '30\u00a0днів' });
  dialog().getByText(plain(later));
  answer(decideAct, () => answered(waiting));
  await user.click(dialog().getByRole('button', { name: text.decideForm.submit }));
  await screen.findByText(text.decideForm.done);
  expect(payloadsOf(decideAct)).toMatchObject([
    {
      revision: 4,
      reason: 'Протокол 17',
      decision: {
        kind: 'violation',
        protocolNumber: '17',
        protocolOn: '2026-11-05',
        periodFrom: '2026-10-01',
        periodTo: '2026-10-31',
        basis: {
          volume: { kind: 'byPower', watts: 1700, hoursPerDay: 7 },
          amount: { kind: 'byPrice', price: '4.3199' },
        },
      },
    },
  ]);
});

test('a decision by the protocol is taken as it is; back at the fields all of it is still there', async () => {
  const user = await openAct(heard);
  await press(user, text.decide);
  for (const name of [text.decideForm.volume, text.decideForm.amount]) {
    const ways = within(await screen.findByRole('group', { name }));
    await user.click(ways.getByRole('button', { name: text.decideForm.byProtocol }));
  }
  const { watts: _, hoursPerDay: __, price: ___, ...byProtocol } = decision;
  await submitForm(user, { ...byProtocol, kwh: '1 200', sum: '5 000,60' });
  expect(await reviewed()).toMatchObject({
    [text.fields.kwh]: '1\u00a0200\u00a0кВт·год',
    [text.fields.vat]: showSum('833.43'),
  });
  await user.click(dialog().getByRole('button', { name: text.toFields }));
  expect(await fieldById('kwh')).toHaveProperty('value', '1200');
  expect(await fieldById('sum')).toHaveProperty('value', '5000.60');
  await submitForm(user, { sum: '4999,99' });
  await reviewed();
  answer(decideAct, () => failure('acts.sumOutOfRange', { most: '1 000,00' }));
  await user.click(dialog().getByRole('button', { name: text.decideForm.submit }));
  await dialog().findByText(formatMessage('acts.sumOutOfRange', { most: '1 000,00' }));
  expect(payloadsOf(decideAct)[0]?.decision).toMatchObject({
    basis: { volume: { kind: 'byProtocol', kwh: 1200 }, amount: { kind: 'byProtocol', sum: '4999.99' } },
  });
});

test('a period that ends before it begins is said at its field', async () => {
  const user = await openAct(heard);
  await press(user, text.decide);
  await submitForm(user, { ...decision, periodTo: '2026-09-30' });
  await dialog().findByRole('link', { name: text.decideForm.endsBefore });
  expect((await fieldById('periodTo')).getAttribute('aria-invalid')).toBe('true');
});

test('no violation closes the act at once', async () => {
  const user = await openAct(heard);
  await press(user, text.decide);
  await press(user, text.decideForm.noViolation);
  answer(decideAct, () => answered({ ...heard, state: 'cancelled', revision: 5, can: [] }));
  await submitForm(user, { protocolNumber: '18', protocolOn: '2026-11-05', reason: 'Порушення немає' });
  await screen.findByText(text.decideForm.closed);
  expect(payloadsOf(decideAct)).toMatchObject([
    { decision: { kind: 'noViolation', protocolNumber: '18', protocolOn: '2026-11-05' }, revision: 4 },
  ]);
  expect(screen.queryByRole('group', { name: text.actions })).toBeNull();
});

test('the author of a step may not confirm it, and withdraws it with a reason', async () => {
  const user = await openAct({ ...waiting, steps: [{ ...proposed, isOwn: true }, drawn] }, ['billing']);
  screen.getByText(text.waitsOwn);
  expect(screen.queryByRole('button', { name: text.confirm })).toBeNull();
  await press(user, text.withdraw);
  await submitForm(user, { reason: '' });
  await dialog().findByText(text.wanted.reason);
  const decided = { by: 'Коваль Марія', accountSince: null, at: decidedAt, reason: 'Помилка' };
  const withdrawn: ActStep = { ...proposed, state: 'withdrawn', decided };
  answer(decideActProposal, () => answered({ ...heard, revision: 6, steps: [withdrawn, drawn] }));
  await submitForm(user, { reason: 'Помилка' });
  await screen.findByText(text.stepStates.withdrawn);
  expect(payloadsOf(decideActProposal)).toMatchObject([
    { stepId: proposed.stepId, decision: { kind: 'withdraw', reason: 'Помилка' } },
  ]);
});

test.each<MessageCode>(['decisions.ownProposal', 'decisions.dependentPerson', 'acts.decided'])(
  'a step of another shows what it changes and is confirmed; %s says why it is not',
  async (code) => {
    const user = await openAct(waiting);
    screen.getByText(formatText(text.becomes, { before: '0 кВт·год', after: '1 080 кВт·год' }));
    screen.getByText('1 500 Вт × 24 год на добу × 30 днів; ціна 4,32 грн за кВт·год');
    answer(decideActProposal, () => failure(code));
    await press(user, text.confirm);
    await screen.findByText(formatMessage(code));
    const accountSince = '2024-03-12T22:30:00.000Z';
    const decided = { by: 'Мельник Ірина', accountSince, at: decidedAt, reason: '' };
    const confirmed: ActStep = { ...proposed, state: 'confirmed', decided };
    answer(decideActProposal, () => answered({ ...billed, revision: 6, steps: [confirmed, drawn] }));
    await press(user, text.confirm);
    await screen.findByText(text.stepStates.confirmed);
    screen.getByText(/Мельник Ірина \(обліковий запис з 13\.03\.2024\)/);
    const { stepId } = proposed;
    expect(payloadsOf(decideActProposal).at(-1)).toMatchObject({ stepId, decision: { kind: 'confirm' } });
  },
);

const shownParts = () =>
  screen
    .getAllByLabelText(/^Частина \d+: сума/)
    .map((field) => (field as HTMLInputElement).value.replaceAll(/\s/g, '').replace(',', '.'));
const total = () => screen.getByText(/^Разом/).textContent;

test('what is unpaid is shared among seven months to the kopiyka; a changed part says what it lacks', async () => {
  const user = await openAct(billed);
  await press(user, text.instalments);
  const inDialog = dialog();
  fireEvent.change(inDialog.getByLabelText(text.partsForm.count), { target: { value: '7' } });
  fireEvent.change(inDialog.getByLabelText(text.partsForm.first), { target: { value: '2099-08-31' } });
  await user.click(inDialog.getByRole('button', { name: text.partsForm.share }));
  // 7 × 142.85 = 999.95: the five kopiykas that are left belong to the first part.
  expect(shownParts()).toEqual(['142.90', ...Array.from({ length: 6 }, () => '142.85')]);
  expect(total()).toContain(text.partsForm.exact);
  fireEvent.change(inDialog.getByLabelText(formatText(text.partsForm.partSum, { n: 2 })), {
    target: { value: '100' },
  });
  expect(total()).toContain(formatText(text.partsForm.lacks, { sum: showSum('42.85') }));
});

test('parts that do not add up are refused; more than the sum is said; then they are kept', async () => {
  const user = await openAct(billed);
  await press(user, text.instalments);
  expect(shownParts()).toEqual(['333.34', '333.33', '333.33']);
  answer(planInstalments, () => failure('acts.wrongSum', { sum: '1 000,00' }));
  await submitForm(user, { sum1: '400,34', reason: 'Заява' });
  expect(total()).toContain(formatText(text.partsForm.over, { sum: showSum('67.00') }));
  await dialog().findByText(formatMessage('acts.wrongSum', { sum: '1 000,00' }));
  await submitForm(user, { sum1: 'багато' });
  await dialog().findByRole('link', { name: /^Частина 1: сума/ });
  answer(planInstalments, () => answered({ ...billed, state: 'instalments', revision: 5, instalments }));
  await submitForm(user, { sum1: '333,34' });
  await screen.findByText(text.partsForm.done);
  screen.getByText(plain(formatText(customerText.partLeft, { sum: showSum('100.00') })));
  const parts = instalments.map(({ dueOn, sum }) => ({ dueOn, sum }));
  expect(payloadsOf(planInstalments).at(-1)).toMatchObject({ revision: 4, reason: 'Заява', parts });
  await press(user, text.instalments);
  expect(shownParts()).toEqual(['100.00', '333.33']);
});

test('an act without a decision is cancelled at once', async () => {
  const user = await openAct(heard);
  await press(user, text.cancel);
  expect(dialog().queryByText(text.cancelForm.two)).toBeNull();
  await submitForm(user, { reason: 'x' });
  await dialog().findByRole('alert');
  answer(cancelAct, () => answered({ ...heard, state: 'cancelled', revision: 5, can: [] }));
  await submitForm(user, { reason: 'Складено помилково' });
  await screen.findByText(text.cancelForm.done);
  expect(payloadsOf(cancelAct)).toMatchObject([{ revision: 4, reason: 'Складено помилково' }]);
});

test('an act that was decided is cancelled by two persons', async () => {
  const user = await openAct(billed);
  await press(user, text.cancel);
  dialog().getByText(text.cancelForm.two);
  const step: ActStep = { ...proposed, kind: 'cancelled', after: { state: 'cancelled' }, isOwn: true };
  answer(cancelAct, () => answered({ ...billed, revision: 5, can: [], steps: [step, drawn] }));
  await submitForm(user, { reason: 'Рішення суду' });
  await screen.findByText(text.waits.cancelled);
  expect(screen.getAllByText(text.cancelForm.proposed)).not.toEqual([]);
});

test.each<MessageCode>(['acts.wrongState', 'acts.proposalWaits'])(
  '%s is said in the window of a step',
  async (code) => {
    const user = await openAct(billed);
    await press(user, text.cancel);
    answer(cancelAct, () => failure(code));
    await submitForm(user, { reason: 'Рішення суду' });
    await dialog().findByText(formatMessage(code));
  },
);

test('who comes second sees the step of the first, keeps what was typed, and sends it for the act of now', async () => {
  const user = await openAct(heard);
  await press(user, text.decide);
  await submitForm(user, decision);
  await reviewed();
  const invited: ActStep = {
    ...drawn,
    stepId: '01a21bb0-5fec-7377-b362-f0ea79098740',
    kind: 'invited',
    before: { hearingOn: null },
    after: { hearingOn: '2026-09-25' },
    author: 'Мельник Ірина',
  };
  const now: ManagedAct = { ...heard, revision: 5, hearingOn: '2026-09-25', steps: [invited, drawn] };
  answer(decideAct, () => failure('acts.changedMeanwhile', {}, { act: now }));
  await user.click(dialog().getByRole('button', { name: text.decideForm.submit }));
  await dialog().findByText(text.conflictTitle);
  dialog().getByText(formatMessage('acts.changedMeanwhile'));
  dialog().getByText('25.09.2026');
  dialog().getByText(/^Мельник Ірина/);
  await user.click(dialog().getByRole('button', { name: text.toFields }));
  dialog().getByText(text.conflictTitle);
  expect(await fieldById('protocolNumber')).toHaveProperty('value', '17');
  expect(await fieldById('watts')).toHaveProperty('value', '1700');
  await submitForm(user, { reason: 'Протокол 17' });
  await reviewed();
  answer(decideAct, () => answered({ ...waiting, revision: 6 }));
  await user.click(dialog().getByRole('button', { name: text.decideForm.submit }));
  await screen.findByText(text.waits.decided);
  expect(payloadsOf(decideAct).map(({ revision }) => revision)).toEqual([4, 5]);
});

test('the customer sees by which parts an act is paid, and the next of them', async () => {
  const [, nextPart] = instalments;
  const act: OutputOf<typeof listActs>['acts'][number] = {
    ...billed,
    state: 'instalments',
    owed: '433.33',
    paid: '566.67',
    instalments,
    nextPart,
    qr: null,
    paymentPurpose: '',
  };
  const acts = [act];
  answer(listActs, () => ({ ...success, acts, count: 1, unpaidCount: 1, owed: '433.33', message: '' }));
  await openAsPerson('/cabinet/person/docs/violations');
  const next = { sum: showSum('100.00'), date: '06.01.2100' };
  await screen.findByText(plain(formatText(customerText.next.part, next)));
  const name = formatText(customerText.scheduleOf, { number: '46-1' });
  const schedule = within(screen.getByRole('region', { name }));
  expect(schedule.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `до 06.12.2099 — ${showSum('333.34')}${customerText.states.paid}`,
    `до 06.01.2100 — ${showSum('333.33')}${formatText(customerText.partLeft, { sum: showSum('100.00') })}`,
    `до 06.02.2100 — ${showSum('333.33')}${customerText.partAhead}`,
  ]);
});

test('of a schedule the part that is due is asked for, and all that is left is said', async () => {
  await openAct({
    ...heard,
    state: 'instalments',
    sum: '1000.00',
    owed: '250.00',
    unpaid: '750.00',
    instalments: [
      { dueOn: '2099-11-06', sum: '250.00', left: '0.00' },
      { dueOn: '2099-12-06', sum: '250.00', left: '250.00' },
      { dueOn: '2100-01-06', sum: '500.00', left: '500.00' },
    ],
  });
  const shown = plain(screen.getByRole('main').textContent ?? '');
  expect(shown).toContain(`${text.toPay}250,00 грн`);
  expect(shown).toContain(`${customerText.unpaidInAll}750,00 грн`);
});
