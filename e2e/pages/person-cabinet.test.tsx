import { screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { listPayments } from '#contract/payments/payments.ts';
import { pages } from '#contract/specification.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import {
  type PageCase,
  personPages,
  placeholders,
  type SampleFacts,
} from '#e2e/support/page/person-pages.ts';
import { changeAreas, currentSession } from '#web/session/session-store.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, readText, startCabinetPages } from './cabinet-pages.tsx';

let cabinet: CabinetPages;
let facts: SampleFacts;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  await cabinet.signIn(sampleSignIns.personOfThree);
  const token = currentSession().session?.token;
  const { body } = await cabinet.server.post(listPayments, { token, account: '2390001112' });
  facts = {
    period: addMonths(periodOf(kyivDateOf(cabinet.server.clock.now())), -1),
    paymentId: body.payments[0]?.paymentId ?? '',
  };
});
afterEach(() => {
  cabinet.setOnline(true);
});
afterAll(() => cabinet.close());

/** Opens a page with the object of this sight chosen. */
async function open(path: string, { who, account, address }: PageCase): Promise<HTMLElement> {
  await cabinet.signIn(who);
  changeAreas(({ person }) => ({ person: { ...person, account, isChose: true } }));
  return cabinet.open(path.replace(/\$\w+$/, '') + (address?.(facts) ?? ''));
}

function checkWords(main: HTMLElement, expected: string | RegExp): void {
  const pageText = readText(main);
  expect(pageText).toMatch(
    expected instanceof RegExp ? expected : new RegExp(expected.replaceAll(/[.*+?()[\]]/g, '\\$&')),
  );
  expect(pageText).not.toMatch(placeholders);
}

/** What of axe needs no style sheet; colours are checked in a browser. */
async function checkStructure(main: HTMLElement): Promise<void> {
  expect(document.querySelectorAll('h1').length).toBe(1);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const { violations } = await axe.run(main, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}

it('has a row for each page in the list, and none beside', () => {
  const listed = pages.filter(
    ({ path }) => path === '/cabinet/person' || path.startsWith('/cabinet/person/'),
  );
  expect(Object.keys(personPages).sort()).toEqual(listed.map(({ path }) => path).sort());
  expect(listed.filter(({ state }) => state !== 'works')).toEqual([]);
});

describe.each(Object.entries(personPages))('%s', (path, row) => {
  it.each([row, ...(row.others ?? [])])('as the owner of $account sees it', async (pageCase) => {
    const main = await open(path, pageCase);
    checkWords(main, pageCase.expected);
    await checkStructure(main);
    expect(cabinet.takeRefusals()).toEqual([]);
  });

  // Failed, empty and offline parts: web/app/page-states.test.tsx.
  const { offline } = row;
  if (offline === undefined) return;
  it('stays readable without a network and says what waits', async () => {
    const main = await open(path, row);
    cabinet.setOnline(false);
    await screen.findByText(commonMessages['common.network']);
    await waitFor(() => expect(readText(main)).toContain(offline));
    checkWords(main, row.expected);
  });
});
