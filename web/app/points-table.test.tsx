import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { commitWorkbook, readingPoints, submitPoints } from '#contract/readings/points.ts';
import { text } from '#web/features/readings/points/text.ts';
import { workbookText } from '#web/features/readings/points/workbook/workbook-text.ts';
import { text as readingsText } from '#web/features/readings/text.ts';
import { deleteDigits } from '#web/session/typed-digits.ts';
import { answer, failure, payloadsOf } from '#web/testing/fake-api.ts';
import {
  acceptAll,
  answered,
  answerWorkbook,
  cell,
  cellOf,
  commercial,
  eics,
  loaded,
  meterIds,
  open,
  paste,
  point,
  points,
  row,
  rowOf,
  signIn,
  submitButton,
  type,
} from '#web/testing/points-page.ts';
import { expectAlert, openPage, press } from '#web/testing/render.tsx';

beforeEach(() => {
  deleteDigits();
  signIn();
});

const outages: ['common.serviceDown' | 'common.network', () => ReturnType<typeof failure> | 'offline'][] = [
  ['common.serviceDown', () => failure('common.serviceDown')],
  ['common.network', () => 'offline'],
];

describe('states of the table', () => {
  test('up to three points have a card form', async () => {
    answer(readingPoints, () => loaded(points.slice(0, 3)));
    await openPage('/cabinet/entity/indication');
    await screen.findByText(readingsText.loading);
    expect(screen.queryByRole('region', { name: text.title })).toBeNull();
  });

  test('a blocked point has its reason instead of a cell, and what helps', async () => {
    await open();
    expect(document.getElementById(cellOf(2))).toBeNull();
    // In its row, and after the table in the list of blocked points.
    await waitFor(() => {
      const reason = formatMessage(commercial, { date: '04.12.2026' });
      const shown = screen.getAllByText((words) => words.includes(reason));
      expect(shown.length).toBeGreaterThan(1);
    });
    screen.getByText(formatText(text.blockedSummary, { n: 1 }));
  });
});

describe('typing', () => {
  test('kWh and money follow the value, with coefficient', async () => {
    await open();
    await type(0, '12010');
    const words = (await rowOf(0)).textContent;
    expect(words).toContain('200');
    expect(words).toContain('2\u00a0400,00');
    const total = screen.getByRole('region', { name: text.total });
    await waitFor(() => expect(total.textContent).toContain('2\u00a0400,00'));
  });

  test.each([
    ['123456', formatMessage('readings.digitCapacity', { digits: 5 })],
    ['11000', readingsText.lowerThanPrevious],
    ['12a', formatMessage('readings.wrongCharacter', { n: 3, sign: 'a' })],
  ])('%s is wrong at its cell and in the list, which leads to the cell', async (value, words) => {
    const user = await open();
    await type(0, value);
    expect((await rowOf(0)).textContent).toContain(words);
    expect((await cell(0)).getAttribute('aria-invalid')).toBe('true');
    const list = await screen.findByRole('complementary', { name: formatText(text.problems, { n: 1 }) });
    await user.click(within(list).getByRole('link'));
    expect(document.activeElement?.id).toBe(cellOf(0));
    expect(payloadsOf(submitPoints)).toEqual([]);
  });

  test('a channel is checked for digits and has no price', async () => {
    await open();
    await type(3, '12005', 'reactiveImport');
    expect((await rowOf(3, 'reactiveImport')).textContent).toContain(formatText(text.kvarh, { n: '100' }));
    await type(3, '11', 'reactiveImport');
    expect((await rowOf(3, 'reactiveImport')).textContent).toContain(text.states.error);
  });

  test('the forecast takes the average where nothing is typed', async () => {
    await open();
    const bar = screen.getByRole('region', { name: text.total });
    // 6 zones × 100 kWh × 30 days of November, those of the blocked point too.
    expect(bar.textContent).toContain('18\u00a0000');
    await type(0, '12010');
    await waitFor(() => expect(bar.textContent).toContain('15\u00a0200'));
  });

  test('the forecast has nothing of a disabled point', async () => {
    await open('', [...points.slice(1), point(0, ['single'], { pointState: 'disabled' })]);
    expect(screen.getByRole('region', { name: text.total }).textContent).toContain('15\u00a0000');
  });
});

describe('keys', () => {
  test('Enter and arrows go over rows that can be typed in', async () => {
    const user = await open();
    (await cell(1, 'night')).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement?.id).toBe(cellOf(3));
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement?.id).toBe(cellOf(1, 'day'));
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(document.activeElement?.id).toBe(cellOf(0));
  });

  test('Escape puts back what stood in the cell, then leaves it', async () => {
    const user = await open();
    await type(0, '12010');
    (await cell(4)).focus();
    (await cell(0)).focus();
    await user.keyboard('99');
    await user.keyboard('{Escape}');
    expect((await cell(0)).value).toBe('12010');
    await user.keyboard('{Escape}');
    expect(document.activeElement?.id).not.toBe(cellOf(0));
  });

  test('undo takes back a pasted block at once, redo makes it again', async () => {
    await open();
    await type(0, '1');
    await type(0, '12');
    await paste(0, '12001\n12002');
    expect((await cell(1, 'day')).value).toBe('12002');
    const undo = async () => fireEvent.keyDown(await cell(0), { code: 'KeyZ', key: 'я', ctrlKey: true });
    await undo();
    expect([(await cell(0)).value, (await cell(1, 'day')).value]).toEqual(['12', '']);
    await undo();
    expect((await cell(0)).value).toBe('');
    fireEvent.keyDown(await cell(0), { code: 'KeyY', key: 'н', ctrlKey: true });
    expect((await cell(0)).value).toBe('12');
  });
});

describe('paste', () => {
  test('a block by EIC fills its rows and tells what it did not find', async () => {
    await open();
    await paste(0, `${eics[4]}\t12 003\n${eics[0]}\t12004\n62Z9999999999999\t5\n${eics[2]}\t7`);
    expect([(await cell(4)).value, (await cell(0)).value]).toEqual(['12003', '12004']);
    const said = screen.getByText((words) => words.startsWith(formatText(text.pasted, { n: 2 })));
    expect(said.textContent).toContain('62Z9999999999999');
    expect(said.textContent).toContain(formatText(text.pastedBlocked, { n: 1 }));
  });
});

describe('submission', () => {
  test('what is right goes, what is wrong stays with its reason', async () => {
    answer(submitPoints, acceptAll);
    const user = await open();
    await type(0, '12010');
    await type(1, '12020', 'day');
    await type(3, '12030');
    await type(3, '12040', 'reactiveImport');
    await type(4, '7');
    await user.click(await submitButton(3));
    await screen.findByText(formatText(text.accepted, { n: 3 }));
    const [payload] = payloadsOf(submitPoints);
    expect(payload?.rows).toEqual([
      { meterId: meterIds[0], values: { single: '12010' }, channels: {}, confirmed: [] },
      { meterId: meterIds[1], values: { day: '12020' }, channels: {}, confirmed: [] },
      {
        meterId: meterIds[3],
        values: { single: '12030' },
        channels: { reactiveImport: '12040' },
        confirmed: [],
      },
    ]);
    expect([(await cell(0)).value, (await cell(4)).value]).toEqual(['', '7']);
    expect(screen.queryByText(text.acceptedAll)).toBeNull();
  });

  test('questions of a kind are confirmed at once and sent with their codes', async () => {
    answer(submitPoints, acceptAll);
    const user = await open();
    await type(0, '12000');
    await type(4, '12000');
    await press(user, formatText(text.confirmAll, { n: 2 }));
    await user.click(await submitButton(2));
    await waitFor(() => expect(payloadsOf(submitPoints)).toHaveLength(1));
    expect(payloadsOf(submitPoints)[0]?.rows.map(({ confirmed }) => confirmed)).toEqual([
      ['readings.sameAsPrevious'],
      ['readings.sameAsPrevious'],
    ]);
  });

  test('what only the server asks is shown at its row and confirmed there', async () => {
    answer(submitPoints, () => answered([row(meterIds[0] ?? '', 'readings.deviation', 'needsConfirmation')]));
    const user = await open();
    await type(0, '12400');
    await user.click(await submitButton(1));
    await screen.findByText(text.acceptedNone);
    const shown = within(await rowOf(0));
    shown.getByText((words) => words.includes('Слова про readings.deviation'));
    answer(submitPoints, acceptAll);
    await user.click(shown.getByRole('button', { name: text.confirm }));
    await user.click(await submitButton(1));
    await screen.findByText(formatText(text.accepted, { n: 1 }));
    expect(payloadsOf(submitPoints)[1]?.rows[0]?.confirmed).toEqual(['readings.deviation']);
  });

  test('a period closed meanwhile leaves the rest in its cells with the reason', async () => {
    const code = 'readings.entityPeriodClosed';
    answer(submitPoints, () =>
      answered([row(meterIds[0] ?? '', 'readings.accepted'), row(meterIds[4] ?? '', code, 'blocked')]),
    );
    const user = await open();
    await type(0, '12010');
    await type(4, '12010');
    const blocked = { code, message: formatMessage(code), opensOn: '2026-12-29' };
    answer(readingPoints, () => loaded(points.map((one) => ({ ...one, blocked }))));
    await user.click(await submitButton(2));
    await screen.findByText(formatText(text.acceptedSome, { n: 1 }));
    expect((await cell(4)).value).toBe('12010');
    await waitFor(async () => expect((await rowOf(4)).textContent).toContain(`Слова про ${code}`));
    await waitFor(() => expect(document.getElementById(cellOf(0))).toBeNull());
  });

  test.each(outages)('%s keeps the values, and the same attempt is repeated', async (code, reply) => {
    answer(submitPoints, reply);
    const user = await open();
    await type(0, '12010');
    await user.click(await submitButton(1));
    await expectAlert(formatMessage(code), text.failedKept);
    await user.click(await submitButton(1));
    await waitFor(() => expect(payloadsOf(submitPoints)).toHaveLength(2));
    const [one, other] = payloadsOf(submitPoints).map(({ requestId }) => requestId);
    expect(one).toBe(other);
    expect((await cell(0)).value).toBe('12010');
  });

  test('without a network the draft is kept and nothing is sent', async () => {
    const user = await open();
    await type(0, '12010');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText(text.offline);
    await user.click(await submitButton(1));
    await screen.findByText(text.failed);
    expect(payloadsOf(submitPoints)).toEqual([]);
    expect(localStorage.getItem('svitlo.pointDigits')).toContain('12010');
    vi.restoreAllMocks();
    act(() => void window.dispatchEvent(new Event('online')));
  });

  test('a draft leaves the device when it is accepted, and with the session', async () => {
    answer(submitPoints, acceptAll);
    const user = await open();
    await type(0, '12010');
    expect(localStorage.getItem('svitlo.pointDigits')).toContain('12010');
    await user.click(await submitButton(1));
    await screen.findByText(text.acceptedAll);
    expect(localStorage.getItem('svitlo.pointDigits')).toBeNull();
    await type(0, '12020');
    act(() => deleteDigits());
    expect((await cell(0)).value).toBe('');
    expect(localStorage.getItem('svitlo.pointDigits')).toBeNull();
  });
});

describe('order', () => {
  test('the address has search, state and groups', async () => {
    await open('?group=costCentre');
    expect(screen.getAllByRole('rowheader').map((one) => one.textContent)[0]).toBe('Захід');
  });

  test('a filter by words hides other rows, and the list of problems still leads to them', async () => {
    const user = await open();
    await type(4, '7');
    await user.type(screen.getByLabelText(text.find), 'Крамниця 1');
    await waitFor(() => expect(document.getElementById(cellOf(4))).toBeNull());
    const list = await screen.findByRole('complementary');
    await user.click(within(list).getByRole('link'));
    await waitFor(() => expect(document.activeElement?.id).toBe(cellOf(4)));
  });
});

test('of a workbook the right rows go, and its wrong cells stay', async () => {
  const wrong = (cell: string, column: string, code: 'readings.digitCapacity' | 'field.invalid') => ({
    row: Number(cell.slice(1)),
    cell,
    column,
    code,
    message: `Слова про ${code}`,
    needsConfirmation: false,
  });
  const tooLong = wrong('K3', 'Нове показання', 'readings.digitCapacity');
  const errors = [tooLong, wrong('C5', 'EIC-код точки', 'field.invalid')];
  answerWorkbook({ rows: 4, errors, errorCount: 2 }, { refused: 2 });
  // A row of an unknown meter has no answer.
  answer(commitWorkbook, () =>
    answered([
      row(meterIds[0] ?? '', 'readings.accepted'),
      row(meterIds[1] ?? '', 'readings.accepted'),
      row(meterIds[3] ?? '', 'readings.digitCapacity', 'refused'),
    ]),
  );
  const user = await open();
  await user.upload(await screen.findByLabelText(workbookText.file), new File(['book'], 'readings.xlsx'));
  await press(user, formatText(workbookText.commitGood, { n: 2 }));
  await screen.findByText(formatText(text.accepted, { n: 2 }));
  screen.getByText(formatText(workbookText.notAccepted, { n: 2 }));
  expect(screen.getAllByText(/^Слова про/)).toHaveLength(2);
  screen.getByRole('button', { name: workbookText.marked });
  expect(screen.queryByText(workbookText.notStored)).toBeNull();
});

test('a viewer sees the points and who gives their readings', async () => {
  const code = 'readings.roleReadsOnly';
  const blocked = { code, message: formatMessage(code), opensOn: null };
  answer(readingPoints, () => loaded(points.map((one) => ({ ...one, blocked }))));
  await openPage('/cabinet/entity/indication');
  // Once above the table, not at each row.
  expect(await screen.findAllByText(formatMessage(code))).toHaveLength(1);
  expect(document.getElementById(cellOf(0))).toBeNull();
});
