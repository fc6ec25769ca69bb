import type { Page } from 'playwright-core';

/** The password of every sign-in of the sample. */
export const samplePassword = 'Svitlo-2026-demo';

/** Who signs in by a password: the page, and the fields by their ids beside the password. */
export interface SignIn {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

const person = (phone: string): SignIn => ({ path: '/sign-in/person', fields: { phone } });
const entity = (account: string): SignIn => ({
  path: '/sign-in/entity',
  fields: { account, unique_code: 'SVITLO01' },
});
const admin = (login: string): SignIn => ({ path: '/admin', fields: { login } });

/** The sign-ins of the sample. */
export const sampleSignIns = {
  personOfThree: person('501110001'),
  personOfNone: person('501110002'),
  personOfOne: person('501110003'),
  entityOfOne: entity('1000000001'),
  entityOfTwo: entity('1000000002'),
  owner: admin('owner'),
  analyst: admin('analyst'),
} as const;

/** Fills in the way in that the page shows, and sends it. */
export async function fillSignIn(page: Page, signIn: SignIn): Promise<void> {
  // What is typed earlier stays, but only a page that has come alive can send it.
  await page.locator('button[type=submit]:enabled').waitFor();
  for (const [id, value] of Object.entries(signIn.fields)) await page.locator(`#${id}`).fill(value);
  await page.locator('#password').fill(samplePassword);
  await page.locator('#password').press('Enter');
}

/** Signs in and waits for the cabinet. */
export async function signInBy(page: Page, productUrl: string, signIn: SignIn): Promise<void> {
  await page.goto(productUrl + signIn.path);
  await fillSignIn(page, signIn);
  await page.waitForURL(/\/cabinet\//);
}
