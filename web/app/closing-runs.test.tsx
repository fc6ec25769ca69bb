import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actOnRun,
  exportClosingExceptions,
  listClosingExceptions,
  periodStates,
  startRun,
} from '#contract/billing-periods.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type {
  ClosingExceptionData,
  ClosingPlanData,
  ClosingRunData,
} from '#contract/values/billing-period.ts';
import { text } from '#web/features/billing-periods/runs/text.ts';
import { showMoney } from '#web/lib/format.ts';
import { text as listText } from '#web/lib/list/list-text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { fakeTimers, passTime } from '#web/testing/pass-time.ts';
import { expectAlert, openAsAdmin, press } from '#web/testing/render.tsx';

const path = '/cabinet/admin/management/runs';

const plan: ClosingPlanData = {
  period: '2026-10',
  state: 'open',
  isOver: true,
  readingsUntil: '2026-11-03T22:00:00.000Z',
  areReadingsTaken: false,
  accounts: 300,
  withReading: 210,
  metersWithReading: 512,
  undecided: { readings: 0, accounts: 0, customers: 0, kwh: 0 },
  isClosedElsewhere: false,
};
const share = { accounts: 300, kwh: 45_000, charged: '194400.00' };
type Totals = NonNullable<ClosingRunData['totals']>;
const totals: Totals = {
  ...share,
  recalculated: '-120.50',
  shares: [
    { ground: 'actual', accounts: 210, kwh: 30_000, charged: '129600.00' },
    { ground: 'lastYear', accounts: 90, kwh: 15_000, charged: '64800.00' },
  ],
  exceptions: [],
  stopping: 0,
  undecided: null,
  meters: 620,
  metersRead: 500,
};
const dryRun: ClosingRunData = {
  runNumber: 7,
  period: '2026-10',
  kind: 'dryRun',
  state: 'done',
  askedBy: 'Коваль Марія',
  askedAt: '2026-11-04T08:00:00.000Z',
  reason: '',
  startedAt: '2026-11-04T08:00:01.000Z',
  endedAt: '2026-11-04T08:00:09.000Z',
  wasInterrupted: false,
  done: 300,
  total: 300,
  totals,
  code: null,
  subject: null,
  stale: [],
};
const dryRunWith = (more: Partial<Totals>): ClosingRunData => ({ ...dryRun, totals: { ...totals, ...more } });
const paused = { kind: 'closing', state: 'paused', done: 120, totals: null } as const;
const closing: ClosingRunData = { ...dryRun, runNumber: 8, ...paused };

type States = OutputOf<typeof periodStates>;
const statesOf = (change: Partial<ClosingPlanData>, runs: ClosingRunData[]): States => ({
  ...success,
  plan: { ...plan, ...change },
  runs,
  periods: [
    {
      period: '2026-09',
      state: 'closed',
      isRunning: false,
      done: 298,
      total: 298,
      startedAt: '2026-10-04T08:00:00.000Z',
      closedAt: '2026-10-04T08:05:00.000Z',
      perSecond: null,
      secondsLeft: null,
    },
  ],
});

async function open(
  states: States,
  { roles = ['billing'] as AdminRole[], exceptions = [] as ClosingExceptionData[] } = {},
) {
  answer(periodStates, () => states);
  answer(listClosingExceptions, ({ kind }) => {
    const found = exceptions.filter((one) => kind === undefined || one.kind === kind);
    return { ...success, exceptions: found, next: null, count: found.length };
  });
  const user = await openAsAdmin(path, roles);
  const month = await screen.findByRole('region', { name: /жовтень/i });
  return { user, month: within(month) };
}

test('before the first dry run the month shows what it has, and the dry run is what may be done', async () => {
  const { user, month } = await open(statesOf({}, []));
  const counts = month.getAllByRole('definition').map((one) => one.textContent);
  expect(counts.slice(0, 4)).toEqual(['300', '210 70 %', '90 30 %', '512']);
  expect(month.queryByRole('button', { name: text.close })).toBeNull();
  const running = { ...dryRun, state: 'running', done: 100, totals: null, endedAt: null } as const;
  answer(startRun, () => statesOf({}, [running]));
  await user.click(month.getByRole('button', { name: text.run }));
  const bar = await month.findByRole<HTMLProgressElement>('progressbar');
  expect(bar.getAttribute('aria-label')).toContain(text.runStates.running);
  expect(bar.value).toBe(100);
  expect(document.activeElement).toBe(month.getByRole('heading', { level: 2, name: /жовтень/i }));
  expect(payloadsOf(startRun)).toEqual([{ token: 'token', period: '2026-10', kind: 'dryRun' }]);
  answer(actOnRun, () => statesOf({}, [{ ...running, state: 'stopped' }]));
  await user.click(month.getByRole('button', { name: text.stop }));
  await month.findByRole('button', { name: text.runAgain });
  expect(payloadsOf(actOnRun)).toEqual([{ token: 'token', run: 7, act: 'stop' }]);
  month.getByText(new RegExp(`Коваль Марія · ${text.runStates.stopped}`));
});

test('a dry run that ends as the one before it is shown without another sign', async () => {
  fakeTimers();
  const { user, month } = await open(statesOf({}, [{ ...dryRun, stale: [{ cause: 'readings', count: 1 }] }]));
  const waiting = { ...dryRun, runNumber: 9, state: 'waiting', totals: null, endedAt: null } as const;
  answer(startRun, () => statesOf({}, [waiting]));
  await user.click(month.getByRole('button', { name: text.runAgain }));
  await month.findByRole('progressbar');
  answer(periodStates, () => statesOf({}, [{ ...dryRun, runNumber: 9 }]));
  await passTime(3000);
  await month.findByText(text.readyTitle);
});

test('an interrupted dry run says so and can be stopped', async () => {
  const { month } = await open(statesOf({}, [{ ...dryRun, state: 'interrupted', done: 40 }]));
  expect(month.getByRole('progressbar').getAttribute('aria-label')).toContain(text.runStates.interrupted);
  month.getByRole('button', { name: text.stop });
});

test('the closing says how many and how much, asks why, and sends the dry run that was seen', async () => {
  const { user, month } = await open(statesOf({ areReadingsTaken: true }, [dryRun]));
  month.getByText(text.readyTitle);
  month.getByText('500 з 620');
  const table = month.getByRole('table', { name: text.sharesCaption });
  expect(table.textContent).toContain(text.grounds.lastYear);
  expect(table.textContent).toContain(showMoney('194400.00'));
  await user.click(month.getByRole('button', { name: text.close }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/300 рахунків, нарахувань на/);
  const submit = dialog.getByRole('button', { name: /Закрити місяць на/ });
  await user.click(submit);
  dialog.getByText(text.reasonFirst);
  dialog.getByText(text.earlyFirst);
  expect(payloadsOf(startRun)).toEqual([]);
  await user.type(dialog.getByLabelText(text.reason), 'За планом');
  await user.click(dialog.getByRole('checkbox'));
  answer(startRun, () => failure('periods.underWay'));
  await user.click(submit);
  expect((await dialog.findByRole('alert')).textContent).toContain(formatMessage('periods.underWay'));
  const running = { ...closing, state: 'running' } as const;
  answer(startRun, () => statesOf({ state: 'closing' }, [running, dryRun]));
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const asked = { period: '2026-10', kind: 'closing', dryRun: 7, early: true, reason: 'За планом' };
  expect(payloadsOf(startRun).at(-1)).toEqual({ token: 'token', ...asked });
  await month.findByRole('button', { name: text.pause });
});

const undecided = { readings: 171, accounts: 1, customers: 1, kwh: 3_700_000 };
const undecidedRun = dryRunWith({
  exceptions: [{ kind: 'underReview', accounts: 1 }],
  undecided: { readings: 171, givenKwh: 3_700_000, kwh: 3_000_000, charged: '40000000.00' },
});

test('readings under review are named first, with a link, and left undecided only knowingly', async () => {
  const row = { account: '1000000002', customer: 'ТОВ «Кошик»', stopsClosing: false } as const;
  const { user, month } = await open(statesOf({ undecided }, [undecidedRun]), {
    exceptions: [
      {
        ...row,
        kind: 'underReview',
        steps: [],
        subject: '171',
        kwh: 3_000_000,
        expectedKwh: 3_700_000,
        sum: '40000000.00',
      },
    ],
  });
  month.getByText(/171 показання за цей місяць ще на перевірці/);
  const link = month.getByRole<HTMLAnchorElement>('link', { name: text.undecidedLink });
  expect(link.getAttribute('href')).toBe('/cabinet/admin/management/readings-review');
  const notice = link.parentElement?.textContent ?? '';
  expect(notice).toMatch(/1 рахунок, 1 клієнт\. За даними клієнтів це 3\s700\s000\sкВт·год/);
  expect(notice).toMatch(/замість них буде нараховано 3\s000\s000\sкВт·год на 40\s000\s000,00/);
  expect(month.queryByText(text.readyTitle)).toBeNull();
  month.getByText(text.countedUndecided);
  const list = await screen.findByRole('table', { name: text.exceptionsCaption });
  expect(list.textContent).toMatch(/Показань на перевірці: 171\. За ними 3\s700\s000/);
  await user.click(month.getByRole('button', { name: text.close }));
  const dialog = within(await screen.findByRole('dialog'));
  const submit = dialog.getByRole('button', { name: /Закрити місяць на/ });
  await user.type(dialog.getByLabelText(text.reason), 'Строк подання');
  await user.click(submit);
  dialog.getByText(text.undecidedFirst);
  expect(payloadsOf(startRun)).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: /171 показання на перевірці/ }));
  answer(startRun, () => failure('periods.undecided', { n: 172 }));
  await user.click(submit);
  const more = formatMessage('periods.undecided', { n: 172 });
  expect((await dialog.findByRole('alert')).textContent).toContain(more);
  expect(payloadsOf(startRun).at(-1)).toMatchObject({ kind: 'closing', dryRun: 7, undecided: 171 });
});

const changed: ClosingRunData['stale'] = [
  { cause: 'readings', count: 3 },
  { cause: 'rules', count: 1 },
  { cause: 'masterData', count: 2 },
];

test.each<[string, ClosingRunData['stale'], string]>([
  ['after which something changed', changed, 'змінилося: 3 показання, правила, дані рахунків (2).'],
  ['of a month that went on', [{ cause: 'monthNotOver', count: 0 }], text.staleEarly],
])('a dry run %s says so, and only a new one may follow', async (_, stale, words) => {
  const { month } = await open(statesOf({}, [{ ...dryRun, stale }]));
  month.getByText(words, { exact: false });
  expect(month.queryByText(text.readyTitle)).toBeNull();
  expect(month.queryByRole('button', { name: text.close })).toBeNull();
  month.getByRole('button', { name: text.runAgain });
});

test('a closing that met more readings than were confirmed says why it did not begin', async () => {
  const refused = { ...closing, state: 'refused', code: 'undecided', subject: '172' } as const;
  const { month } = await open(statesOf({ undecided }, [refused, undecidedRun]));
  month.getByText(/Показань на перевірці вже 172/);
  month.getByRole('button', { name: text.close });
});

test('accounts that can not be charged keep the month from closing, and are listed with their reasons', async () => {
  const exceptions = [
    { kind: 'noTariff', accounts: 1 },
    { kind: 'sudden', accounts: 1 },
  ] as const;
  const counted = dryRunWith({ exceptions: [...exceptions], stopping: 1 });
  const base = { customer: 'Бондар Олег', kwh: null, expectedKwh: null, sum: null, steps: [] };
  const { user, month } = await open(statesOf({}, [counted]), {
    exceptions: [
      { ...base, account: '2390000001', kind: 'noTariff', stopsClosing: true, subject: 'old' },
      {
        ...base,
        account: '2390000002',
        kind: 'sudden',
        stopsClosing: false,
        subject: '',
        kwh: 2400,
        expectedKwh: 300,
        sum: '10368.00',
      },
    ],
  });
  month.getByText(formatText(text.stoppingTitle, { n: 1 }));
  expect(month.queryByRole('button', { name: text.close })).toBeNull();
  const list = await screen.findByRole('table', { name: text.exceptionsCaption });
  expect(list.textContent).toContain(formatText(text.exceptionReasons.noTariff, { subject: 'old' }));
  expect(list.textContent).toMatch(/Нараховано 2\s400\sкВт·год, а того самого місяця торік було 300\s/);
  const files = screen.getByRole('group', { name: text.files });
  screen.getByText(formatText(text.exceptionsFound, { n: 2 }));
  answer(exportClosingExceptions, () => failure('common.serviceDown'));
  for (const name of ['XLSX', 'CSV']) {
    await user.click(within(files).getByRole('button', { name }));
    await expectAlert(formatMessage('common.serviceDown'));
  }
  const exported = payloadsOf(exportClosingExceptions);
  expect(exported.map(({ run, format }) => [run, format])).toEqual([
    [7, 'xlsx'],
    [7, 'csv'],
  ]);
  const link = within(list).getByRole<HTMLAnchorElement>('link', { name: '2390000001' });
  expect(link.getAttribute('href')).toBe('/cabinet/admin/management/master-data?account=2390000001');
  await user.selectOptions(screen.getByLabelText(text.kind), 'sudden');
  await press(user, listText.apply);
  await waitFor(() => expect(within(list).queryByText('2390000001')).toBeNull());
  expect(payloadsOf(listClosingExceptions).at(-1)).toEqual({ token: 'token', run: 7, kind: 'sudden' });
});

test('a value that went back is listed with its register, both values and their days', async () => {
  const lower: ClosingExceptionData = {
    account: '2390000003',
    customer: 'Бондар Олег',
    kind: 'lowerValue',
    stopsClosing: false,
    subject: '',
    kwh: 0,
    expectedKwh: null,
    sum: '0.00',
    steps: [
      {
        serialNumber: '21040017',
        zone: 'night',
        previousValue: 5000,
        previousDate: '2026-10-01',
        value: 4100,
        date: '2026-11-01',
      },
    ],
  };
  const counted = dryRunWith({ exceptions: [{ kind: 'lowerValue' as const, accounts: 1 }] });
  const { month } = await open(statesOf({}, [counted]), { exceptions: [lower] });
  month.getByRole('button', { name: text.close });
  const list = await screen.findByRole('table', { name: text.exceptionsCaption });
  expect(list.textContent).toContain(text.exceptionKinds.lowerValue);
  expect(list.textContent).toContain(
    'лічильник 21040017 (Ніч): 5000 станом на 01.10.2026, потім 4100 станом на 01.11.2026',
  );
});

test('a closing that stopped at an account names it, and goes on from there', async () => {
  const failed = { ...closing, state: 'failed', code: 'notCharged', subject: '2390000001' } as const;
  const { user, month } = await open(statesOf({ state: 'closing' }, [failed, dryRun]));
  month.getByText(/2390000001 неможливо розрахувати/);
  answer(actOnRun, () => failure('periods.wrongState'));
  await user.click(month.getByRole('button', { name: text.goOn }));
  expect((await month.findByRole('alert')).textContent).toContain(formatMessage('periods.wrongState'));
  answer(actOnRun, () => statesOf({ state: 'closing' }, [{ ...closing, state: 'waiting' }, dryRun]));
  await user.click(month.getByRole('button', { name: text.goOn }));
  const bar = await month.findByRole('progressbar');
  expect(bar.getAttribute('aria-label')).toContain(text.runStates.waiting);
  await user.click(month.getByRole('button', { name: text.pause }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(text.reason), 'Обід');
  answer(actOnRun, () => statesOf({ state: 'closing' }, [closing, dryRun]));
  await user.click(dialog.getByRole('button', { name: text.pause }));
  await month.findByText(text.closingPaused);
  expect(payloadsOf(actOnRun).at(-1)).toEqual({ token: 'token', run: 8, act: 'pause', reason: 'Обід' });
});

test('who may only look sees the months and no buttons; a month that is not over is not closed', async () => {
  const states = statesOf({ isOver: false, areReadingsTaken: true }, [dryRun]);
  const { month } = await open(states, { roles: ['operator'] });
  month.getByText(text.countedTitle);
  expect(month.queryByText(text.readyTitle)).toBeNull();
  month.getByText(text.readOnly);
  month.getByText(/Закрити його можна з 01\.11\.2026/);
  expect(month.queryAllByRole('button')).toEqual([]);
  expect(screen.getByRole('table', { name: text.monthsCaption }).textContent).toContain('298');
});
