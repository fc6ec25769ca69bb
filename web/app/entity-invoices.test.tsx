import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getInvoice, listInvoices } from '#contract/invoices.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { reactiveFormulaText } from '#domain/invoices/reactive-words.template.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { text } from '#web/features/invoices/text.ts';
import { answer, failure, leaveOtherCallsPending, success } from '#web/testing/fake-api.ts';
import {
  invoiceFixture as invoice,
  invoiceLineFixture as line,
  invoiceSummaryFixture as summary,
} from '#web/testing/fixtures/invoice-fixture.ts';
import { openPage, signInAsEntityOfTwo } from '#web/testing/render.tsx';

const page = '/cabinet/entity/bills/invoices';
const ofOperator = { ...summary, payee: 'operator' as const, gross: '17233.98', state: 'paid' as const };
const list = {
  ...success,
  invoices: [summary, { ...ofOperator, open: '0.00' }],
  next: null,
  totals: { count: 2, net: '335466.99', vat: '67093.40', gross: '402560.39', open: '385326.41' },
};

beforeEach(() => {
  signInAsEntityOfTwo();
  leaveOtherCallsPending();
  answer(listInvoices, () => list);
  answer(getInvoice, ({ payee }) => ({ ...success, invoice: { ...invoice, payee } }));
});

const openOne = async (more = '') => {
  const user = await openPage(`${page}?period=2026-04&payee=supplier${more}`);
  await screen.findByText(text.balance);
  return user;
};

test('a row of the list opens its invoice beside', async () => {
  const user = await openPage(page);
  const row = (await screen.findAllByText(text.payees.operator))[0];
  await user.click(row as HTMLElement);
  await screen.findByText(text.payOperator);
  expect(screen.queryByText(text.pay)).toBeNull();
});

test('the newest opens by itself where there is room for both', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === '(min-width: 64rem)',
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  );
  await openPage(page);
  await screen.findByText(text.balance);
});

test('each part of the price has its source, five decimals and its versions; an advance has no sign; a point opens on its meters', async () => {
  const user = await openOne();
  const table = screen.getByRole('table', { name: text.linesTable });
  within(table).getByText('5,98037');
  within(table).getByText('0,15000');
  expect(within(table).getAllByText(/Оператор ринку, діє з 01.04.2026/)).toHaveLength(2);
  const link = within(table).getByRole('link', { name: '0,15000' });
  expect(link.getAttribute('href')).toBe('/cabinet/entity/directory/tariff-history?kind=margin');
  expect(screen.getByText(text.opening.advance).nextSibling?.textContent).toBe('100,00');
  await user.click(screen.getByText('Магазин 1'));
  await screen.findByText('011206');
  within(screen.getByRole('table', { name: text.pointLines })).getByText('5,98037');
});

test('points that no reading ends are counted, marked and found by a filter', async () => {
  const [first, second] = invoice.quantities;
  const meters = first?.meters.map((meter) => ({
    ...meter,
    ...({ basis: 'estimated', ground: 'lastYear', isReviewPending: true } as const),
  }));
  const quantities = [
    { ...(first as NonNullable<typeof first>), meters: meters ?? [] },
    second as NonNullable<typeof second>,
  ];
  answer(getInvoice, () => ({ ...success, invoice: { ...invoice, quantities } }));
  await openOne('&points=estimated');
  screen.getByText(/1 точку пораховано без показань на кінець місяця: 33\s360/);
  await screen.findByText('за торішнім споживанням; показання перевіряє оператор');
  screen.getByText(/З усіх 2/);
});

test('reactive energy is counted once, whatever is charged for it', async () => {
  const reactive = {
    ...line,
    component: 'reactive',
    kind: 'reactiveConsumed',
    quantity: 140,
    equivalent: '0.08',
  } as const;
  answer(getInvoice, () => ({
    ...success,
    invoice: {
      ...invoice,
      payee: 'operator' as const,
      reactiveRules: standardRules.reactive,
      lines: [reactive, { ...reactive, number: 2, kind: 'reactiveCompensation' as const, sum: '1.00' }],
    },
  }));
  await openPage(`${page}?period=2026-04&payee=operator`);
  await screen.findByText(new RegExp(`: 140 ${text.quantities.operator},`));
  screen.getByText(reactiveFormulaText(standardRules.reactive).replaceAll('\u00a0', ' '));
  const table = screen.getByRole('table', { name: text.linesTable });
  within(table).getByRole('columnheader', { name: text.energyPrice });
  expect(within(table).getAllByText(/D 0,08/)).toHaveLength(2);
  expect(screen.queryByRole('link', { name: '5,98037' })).toBeNull();
});

test('planned payments of the next month name the declared volume that they are of', async () => {
  const planned = [{ period: '2026-05', part: 1, dueOn: '2026-05-20', sum: '63693.42' }];
  const plannedVolume = { declaredKwh: 4580, undeclaredKwh: 0 };
  answer(getInvoice, () => ({ ...success, invoice: { ...invoice, planned, plannedVolume } }));
  await openOne();
  screen.getByText('63 693,42');
  screen.getByText('За заявленим обсягом 4 580 кВт·год і цінами за квітень 2026.');
});

test.each([
  ['words of the object', '&q=магазин', 'Магазин 1', 'Склад'],
  ['a feature', '&points=losses', 'Склад', 'Магазин 1'],
])('points are found by %s', async (_, search, shown, hidden) => {
  await openOne(search);
  screen.getByText(shown);
  expect(screen.queryByText(hidden)).toBeNull();
  const totals = screen.getByText(new RegExp(formatText(text.pointsOf, { all: 2 })));
  expect(totals.textContent).toContain('33\u00a0360');
});

test('a filter that finds nothing offers all points', async () => {
  const user = await openOne('&q=немає');
  await user.click(await screen.findByText(text.showAllPoints));
  await screen.findByText('Склад');
});

test('a month without an invoice says so', async () => {
  answer(getInvoice, () => failure('billing.noCharges'));
  await openPage(`${page}?period=2026-03&payee=supplier`);
  await screen.findByText(text.none);
});
