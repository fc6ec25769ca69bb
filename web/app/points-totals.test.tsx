import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatText } from '#contract/messages/format-text.ts';
import { commitWorkbook, readingPoints, submitPoints } from '#contract/readings/points.ts';
import { text } from '#web/features/readings/points/text.ts';
import { workbookText } from '#web/features/readings/points/workbook/workbook-text.ts';
import { deleteDigits } from '#web/session/typed-digits.ts';
import { answer, payloadsOf } from '#web/testing/fake-api.ts';
import {
  acceptAll,
  answered,
  answerWorkbook,
  cell,
  loaded,
  meterIds,
  open,
  points,
  row,
  rowOf,
  signIn,
  submitButton,
  type,
} from '#web/testing/points-page.ts';
import { press } from '#web/testing/render.tsx';

beforeEach(() => {
  deleteDigits();
  signIn();
});

/** The points after their values were submitted, by index. */
const withValues = (values: Readonly<Record<number, number>>, underReview: readonly number[] = []) =>
  points.map((one, index) => {
    const currentValue = values[index];
    if (currentValue === undefined) return one;
    const given = { currentValue, currentDate: '2026-12-01' };
    const waits = underReview.includes(index);
    const rows = one.rows.map((of) => ({ ...of, ...given, isUnderReview: waits && of.kind === 'single' }));
    return { ...one, rows };
  });

const totals = () => screen.getByRole('region', { name: text.total });
const filled = (n: number) => formatText(text.filled, { filled: n, open: 6 });

describe('the receipt of a submission', () => {
  test('names what is accepted apart from what an operator decides, with the day', async () => {
    answer(submitPoints, ({ rows }) =>
      answered(
        rows.map(({ meterId }, index) =>
          index === 0
            ? row(meterId, 'readings.accepted')
            : row(meterId, 'readings.operatorCheck', 'underReview'),
        ),
      ),
    );
    const user = await open();
    for (const index of [0, 3, 4]) await type(index, '12010');
    answer(readingPoints, () => loaded(withValues({ 0: 12_010, 3: 12_010, 4: 12_010 }, [3, 4])));
    await user.click(await submitButton(3));
    await screen.findByText('1 прийнято, 2 перевірить оператор до 01.12.2026');
    screen.getByText(text.reviewRest);
    expect(screen.queryByText(text.acceptedAll)).toBeNull();
    await waitFor(() => expect(totals().textContent).toContain(formatText(text.inReview, { n: 2 })));
    expect((await rowOf(4)).textContent).toContain(text.states.underReview);
    expect((await rowOf(0)).textContent).not.toContain(text.states.underReview);
  });

  test('rows under review say so after the page is loaded again', async () => {
    await open('', withValues({ 0: 12_010, 4: 12_010 }, [4]));
    expect((await rowOf(4)).textContent).toContain(text.states.underReview);
    expect((await rowOf(0)).textContent).toContain(text.states.given);
  });

  test('of a workbook counts the same way, before it is submitted too', async () => {
    answerWorkbook({}, { accepted: 1, underReview: 1, reviewBy: '2026-12-01' });
    answer(commitWorkbook, () =>
      answered([
        row(meterIds[0] ?? '', 'readings.accepted'),
        row(meterIds[3] ?? '', 'readings.operatorCheck', 'underReview'),
      ]),
    );
    const user = await open();
    await user.upload(await screen.findByLabelText(workbookText.file), new File(['book'], 'readings.xlsx'));
    await screen.findByText('1 перевірить оператор до 01.12.2026.');
    await press(user, workbookText.commitAll);
    await screen.findByText('1 прийнято, 1 перевірить оператор до 01.12.2026');
    expect(screen.queryByText(text.acceptedAll)).toBeNull();
  });
});

describe('totals', () => {
  test('leave out a refused value', async () => {
    await open();
    await type(0, '12010');
    await type(4, '99999');
    // Beyond 100 kW × 24 h × 30 days; 200 kWh of the other row stay.
    await waitFor(() => expect(totals().textContent).toContain('2\u00a0400,00'));
    expect((await rowOf(4)).textContent).toContain(text.states.error);
    expect(totals().textContent).toContain(filled(1));
    // 200 kWh and the average of five other rows.
    expect(totals().textContent).toContain('15\u00a0200');
  });

  test('leave out a value until it is confirmed', async () => {
    const user = await open();
    await type(0, '12000');
    expect(totals().textContent).toContain(filled(0));
    await press(user, formatText(text.confirmAll, { n: 1 }));
    await waitFor(() => expect(totals().textContent).toContain(filled(1)));
  });

  test('stay after rows are sent', async () => {
    answer(submitPoints, acceptAll);
    const user = await open();
    await type(0, '12010');
    await waitFor(() => expect(totals().textContent).toContain('2\u00a0400,00'));
    answer(readingPoints, () => loaded(withValues({ 0: 12_010 })));
    await user.click(await submitButton(1));
    await screen.findByText(text.acceptedAll);
    expect((await cell(0)).value).toBe('');
    expect(totals().textContent).toContain(filled(1));
    expect(totals().textContent).toContain('2\u00a0400,00');
    expect(totals().textContent).toContain('15\u00a0200');
  });

  test('count a submitted roll-over in full', async () => {
    const rolledOver = { previousValue: 99_995, currentValue: 5, currentDate: '2026-12-01' };
    const nearEnd = points.map((one, index) =>
      index === 0 ? { ...one, rows: one.rows.map((of) => ({ ...of, ...rolledOver })) } : one,
    );
    await open('', nearEnd);
    // 10 × 20 kWh.
    expect(totals().textContent).toContain('2\u00a0400,00');
  });
});

describe('drafts', () => {
  test('equal to what a workbook submitted leave the cells and the device', async () => {
    const user = await open();
    await type(0, '12010');
    await type(4, '12020');
    await submitButton(2);
    answerWorkbook({}, { kwh: 600 });
    answer(commitWorkbook, () =>
      answered([0, 4].map((index) => row(meterIds[index] ?? '', 'readings.accepted'))),
    );
    answer(readingPoints, () => loaded(withValues({ 0: 12_010, 4: 12_030 })));
    await user.upload(await screen.findByLabelText(workbookText.file), new File(['book'], 'readings.xlsx'));
    await press(user, workbookText.commitAll);
    // The other value is marked, not sent: only a correction with a reason replaces what is submitted.
    await waitFor(async () => expect((await cell(0)).value).toBe(''));
    expect((await cell(4)).value).toBe('12020');
    const stale = formatText(text.staleDraft, { value: 12_030 });
    expect((await rowOf(4)).textContent).toContain(stale);
    expect(screen.getByRole('button', { name: text.submitNone })).toHaveProperty('disabled', true);
    expect(localStorage.getItem('svitlo.pointDigits')).not.toContain('12010');
    await press(user, text.dropDraft);
    await waitFor(async () => expect((await cell(4)).value).toBe(''));
    expect(localStorage.getItem('svitlo.pointDigits')).toBeNull();
    expect(payloadsOf(submitPoints)).toEqual([]);
  });
});
