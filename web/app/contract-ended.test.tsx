import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { consumptionHistory } from '#contract/consumption.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listMeters } from '#contract/readings.ts';
import { text } from '#web/features/consumption/text.ts';
import { answer } from '#web/testing/fake-api.ts';
import { openAsPerson } from '#web/testing/render.tsx';

const success = { status: 'success' } as const;
const window = {
  ...{ isOpen: false, opensOn: '2026-11-29', closesAt: '2026-12-02T11:00:00.000Z' },
  ...{ period: '2026-11', effectiveDate: '2026-11-30' },
};
const balance = {
  ...{ debet: '120.00', credit: '0', beginDebet: '0', endDebet: '0', beginCredit: '0', inTransit: '0.00' },
  ...{ inTransitUntil: null, debetAct: { items: [] }, ballanceError: false },
};

test.each([
  ['says that the contract has ended and what remains', { contractEndedOn: '2026-11-15' }, 1],
  ['says nothing of a contract in force', {}, 0],
])('the home of an account %s', async (_, ended, times) => {
  answer(personBalance, () => ({ ...success, balance }));
  answer(listMeters, () => ({ ...success, meters: [], window, ...ended }));
  answer(consumptionHistory, () => ({ ...success, months: [] }));
  await openAsPerson('/cabinet/person');
  await screen.findByText(text.empty);
  const words = formatText(text.contractEnded, { date: '15.11.2026' });
  expect(screen.queryAllByText(words)).toHaveLength(times);
});
