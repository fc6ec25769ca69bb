import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { checkWorkbook, readingPoints, type submitPoints } from '#contract/readings/points.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { text } from '#web/features/readings/points/text.ts';
import { accountChosen, accountsListed } from '#web/session/account-changes.ts';
import { answer, leaveOtherCallsPending } from './fake-api.ts';
import { type Kind, pointFixture, pointRowFixture } from './fixtures/point-fixture.ts';
import { windowFixture } from './fixtures/reading-fixture.ts';
import { openPage, signInAsEntity } from './render.tsx';

type Answer = OutputOf<typeof readingPoints>;
type Point = Answer['points'][number];

const account = '1000000002';
export const eics = [
  '62Z000000000001F',
  '62Z000000000002C',
  '62Z0000000000039',
  '62Z0000000000046',
  '62Z0000000000053',
];
export const meterIds = eics.map((_, index) => `0199f000-0000-7000-8000-00000000000${index + 1}`);
export const cellOf = (index: number, kind: Kind = 'single') => `cell-${meterIds[index]}-${kind}`;

export function point(index: number, kinds: readonly Kind[] = ['single'], facts: Partial<Point> = {}): Point {
  return {
    ...pointFixture,
    eic: eics[index] ?? '',
    object: `Крамниця ${index + 1}`,
    address: `вул. Садова, ${index + 1}`,
    costCentre: index % 2 ? 'Схід' : 'Захід',
    netPrice: '10.00000',
    grossPrice: '12.00000',
    rows: kinds.map((kind) => ({
      ...pointRowFixture,
      meterId: meterIds[index] ?? '',
      serialNumber: `7000${index}`,
      kind,
      coefficient: 20,
      contractedPowerKw: 100,
      previousValue: 12_000,
      dailyAverageKwh: 100,
    })),
    ...facts,
  };
}

export const commercial = 'billing.commercialMetering';
export const points = [
  point(0),
  point(1, ['day', 'night']),
  point(2, ['single'], {
    pointState: 'commercial',
    blocked: { code: commercial, message: formatMessage(commercial, { date: '04.12.2026' }), opensOn: null },
  }),
  point(3, ['single', 'reactiveImport']),
  point(4),
];

export const loaded = (given: readonly Point[] = points): Answer => ({
  status: 'success',
  customerType: 'entity',
  reviews: [],
  window: { ...windowFixture, closesAt: '2099-12-03T22:00:00.000Z' },
  rules: { ...standardRules.readings, holidays: [] },
  points: [...given],
});

export type Row = OutputOf<typeof submitPoints>['rows'][number];

export const row = (meterId: string, code: string, kind: Row['outcome']['kind'] = 'accepted'): Row => ({
  meterId,
  channels: [],
  receiptNumber: kind === 'accepted' ? '501' : null,
  outcome: {
    kind,
    code,
    message: `Слова про ${code}`,
    advice: null,
    missingZones: [],
    totalKwh: null,
    period: '2026-11',
    effectiveDate: '2026-12-01',
    registers: [],
  },
});

/** The answer to rows with their counts; an operator decides by 1 December. */
export const answered = (rows: readonly Row[]) => {
  const countOf = (...kinds: readonly Row['outcome']['kind'][]) =>
    rows.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  const underReview = countOf('underReview');
  return {
    status: 'success' as const,
    accepted: countOf('accepted'),
    underReview,
    reviewBy: underReview > 0 ? '2026-12-01' : null,
    needsConfirmation: countOf('needsConfirmation'),
    refused: countOf('refused', 'blocked'),
    rows: [...rows],
  };
};

export const acceptAll = ({ rows }: InputOf<typeof submitPoints>) =>
  answered(rows.map(({ meterId }) => row(meterId, 'readings.accepted')));

export function signIn(): void {
  signInAsEntity();
  const place = { address: 'вул. Садова, 1', objectName: '', greenTarif: false, placeId: 'place' };
  accountsListed([{ account, ...place }]);
  accountChosen(account);
  leaveOtherCallsPending();
}

export async function open(search = '', given: readonly Point[] = points): Promise<UserEvent> {
  answer(readingPoints, () => loaded(given));
  const user = await openPage(`/cabinet/entity/indication${search}`);
  await cell(0);
  return user;
}

export const cell = (index: number, kind?: Kind): Promise<HTMLInputElement> =>
  waitFor(() => {
    const found = document.getElementById(cellOf(index, kind));
    if (!(found instanceof HTMLInputElement)) throw new Error(`no cell ${index}`);
    return found;
  });

export const rowOf = async (index: number, kind?: Kind) => {
  const found = (await cell(index, kind)).closest('tr');
  if (!found) throw new Error(`no row ${index}`);
  return found;
};

export const type = async (index: number, value: string, kind?: Kind) =>
  fireEvent.change(await cell(index, kind), { target: { value } });

export const paste = async (index: number, block: string) =>
  fireEvent.paste(await cell(index), { clipboardData: { getData: () => block } });

export const submitButton = (n: number) =>
  screen.findByRole('button', { name: formatText(text.submit, { n }) });

type WorkbookCheck = OutputOf<typeof checkWorkbook>;

/** Answers a workbook of two good rows, or what differs from it. */
export const answerWorkbook = (more: Partial<WorkbookCheck>, preview: Partial<WorkbookCheck['preview']>) =>
  answer(checkWorkbook, () => ({
    ...{ status: 'success', checkId: '0199f000-0000-7000-8000-0000000000aa', rows: 2, good: 2 },
    ...{ errors: [], errorCount: 0, confirmations: [] },
    preview: {
      accepted: 2,
      underReview: 0,
      reviewBy: null,
      needsConfirmation: 0,
      refused: 0,
      kwh: 400,
      ...preview,
    },
    ...more,
  }));
