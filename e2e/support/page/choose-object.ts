import type { Page } from '@playwright/test';
import { callProduct } from '../call-product.ts';
import type { SignIn } from '../sample-users.ts';
import { signInByCall } from '../sign-in-by-call.ts';

/** Has a person choose one of their objects, or none at all ('DELETE'), before a page is opened; throws when that is refused. */
export async function chooseObject(productUrl: string, person: SignIn, account: string): Promise<void> {
  const { user } = await signInByCall(productUrl, person);
  const item = account === 'DELETE' ? account : { account };
  const answer = await callProduct(productUrl, '/api/choice-apart', { token: user.token, item });
  if (answer.status !== 'success') throw new Error(`${account}: ${JSON.stringify(answer)}`);
}

/** The page that is opened next finds this object of the person chosen. */
export function chooseInBrowser(page: Page, account: string): Promise<void> {
  return page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}');
    localStorage.setItem(
      'svitlo.cabinet',
      JSON.stringify({ ...kept, person: { ...kept.person, account: chosen } }),
    );
  }, account);
}
