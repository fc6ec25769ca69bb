import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { consumptionHistory } from '#contract/consumption.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listMeters } from '#contract/readings.ts';
import { text } from '#web/features/consumption/text.ts';
import { answer, success } from '#web/testing/fake-api.ts';
import { balanceFixture, windowFixture } from '#web/testing/fixtures/reading-fixture.ts';
import { openAsPerson } from '#web/testing/render.tsx';

const balance = { ...balanceFixture, debet: '120.00' };

test.each([
  ['says that the contract has ended and what remains', { contractEndedOn: '2026-11-15' }, 1],
  ['says nothing of a contract in force', {}, 0],
])('the home of an account %s', async (_, ended, times) => {
  answer(personBalance, () => ({ ...success, balance }));
  const window = { ...windowFixture, isOpen: false };
  answer(listMeters, () => ({ ...success, meters: [], window, ...ended }));
  answer(consumptionHistory, () => ({ ...success, months: [] }));
  await openAsPerson('/cabinet/person');
  await screen.findByText(text.empty);
  const words = formatText(text.contractEnded, { date: '15.11.2026' });
  expect(screen.queryAllByText(words)).toHaveLength(times);
});
