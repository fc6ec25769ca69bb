import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseEntityAccount } from '#contract/accounts/entity-accounts.ts';
import { forgetVisits } from '#web/app/session/wanted-page.ts';
import { signedOut } from '#web/session/session-store.ts';
import { callProduct } from '../support/call-product.ts';
import { fillSignIn, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';

let cabinet: CabinetPages;

beforeAll(async () => {
  cabinet = await startCabinetPages();
});
beforeEach(async () => {
  localStorage.clear();
  forgetVisits();
});
afterAll(() => cabinet.close());

const lands = async (address: string) => {
  await cabinet.page.waitForURL((url) => url.pathname + url.search === address);
  await cabinet.settled();
  expect(cabinet.address()).toBe(address);
};

/** Opens a link that nobody is signed in for, then signs in by the form. */
async function followLink(link: string, signIn: keyof typeof sampleSignIns): Promise<void> {
  await cabinet.open(link);
  await lands('/');
  await cabinet.goto(sampleSignIns[signIn].path);
  await fillSignIn(cabinet.page, sampleSignIns[signIn]);
}

it('a link to a page of an entity is opened after signing in', async () => {
  await followLink('/cabinet/entity/bills/payments', 'entityOfOne');
  await lands('/cabinet/entity/bills/payments');
});

it('a link that names an account of several opens its page with that account', async () => {
  await followLink('/cabinet/entity/tickets?account=1000000003', 'entityOfTwo');
  await lands('/cabinet/entity/tickets?account=1000000003');
  expect(JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}').entity.user.account).toBe('1000000003');
});

it('a link that names none of several waits for the choice', async () => {
  const token = await cabinet.signIn(sampleSignIns.entityOfTwo);
  await callProduct(cabinet.product.url, chooseEntityAccount.path, { token, account: 'DELETE' });
  signedOut();
  forgetVisits();
  await followLink('/cabinet/entity/bills/balance', 'entityOfTwo');
  await lands('/cabinet/entity');
  await cabinet.page.getByRole('button', { name: '1000000003' }).click();
  await lands('/cabinet/entity/bills/balance');
});

it('a page of another cabinet is not opened, nor one that was left by signing out', async () => {
  await followLink('/cabinet/person/bills', 'entityOfOne');
  await lands('/cabinet/entity/indication');
  signedOut();
  await followLink('/cabinet/entity/bills/payments', 'entityOfOne');
  await lands('/cabinet/entity/indication');
});

it('an address of another site is not opened after signing in', async () => {
  const { path } = sampleSignIns.personOfOne;
  await cabinet.open(`${path}?return=${encodeURIComponent('//evil.example/cabinet/person')}`);
  await fillSignIn(cabinet.page, sampleSignIns.personOfOne);
  await lands('/cabinet/person');
});
