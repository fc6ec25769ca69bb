import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { CompanyPerson } from '#contract/identity/company-roles.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { signedIn } from '#web/session/session-store.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { leaveOtherCallsPending } from './fake-api.ts';

const testAccount = '2390001111';

const session = {
  token: 'token',
  expires: '2099-01-01T00:00:00.000Z',
  phone: '+380501110001',
  email: 'a@b.example',
} as const;

/** Signs in a person with one object, which is chosen. */
export function signInAsPerson(object: Partial<PersonAccount> = {}): void {
  const place = { address: 'вул. Садова, 1', objectName: 'Дім', greenTarif: false, placeId: 'place' };
  signedIn({ ...session, type: 'person', account: testAccount, partner: testAccount }, [
    { account: testAccount, ...place, ...object },
  ]);
}

/** Signs in an entity whose accounts are not read yet. */
export function signInAsEntity(): void {
  signedIn({ ...session, type: 'entity', account: '', partner: '' }, []);
}

/** Signs in an entity with two accounts, or a person of it with a role; the first account is chosen. */
export function signInAsEntityOfTwo(company?: CompanyPerson): void {
  const place = { address: 'вул. Садова, 1', objectName: '', greenTarif: false, placeId: 'place' };
  const accounts = ['1000000002', '1000000003'].map((account) => ({ account, ...place }));
  const user = { ...session, type: 'entity' as const, account: '1000000002', partner: '' };
  signedIn({ ...user, ...(company && { company }) }, accounts);
}

/** Signs in the owner. */
export function signInAsAdmin(roles: AdminRole[] = ['owner']): void {
  const administrator = { login: 'owner', fullName: '', roles };
  signedIn({ ...session, ...administrator, type: 'admin', account: '', partner: '' }, []);
}

/** Opens a page of the router by its path and query, as the session of the test may see it. */
export async function openPage(path: string): Promise<UserEvent> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  render(<RouterProvider router={router} />);
  return userEvent.setup({ delay: null });
}

/** Opens a page as the owner, or with these roles; calls without a handler stay unanswered. */
export function openAsAdmin(path: string, roles?: AdminRole[]): Promise<UserEvent> {
  leaveOtherCallsPending();
  signInAsAdmin(roles);
  return openPage(path);
}

/** The same as a person with one object. */
export function openAsPerson(path: string, object?: Partial<PersonAccount>): Promise<UserEvent> {
  leaveOtherCallsPending();
  signInAsPerson(object);
  return openPage(path);
}

/** The same as an entity with two accounts, or as a person of it with a role. */
export function openAsEntityOfTwo(path: string, company?: CompanyPerson): Promise<UserEvent> {
  leaveOtherCallsPending();
  signInAsEntityOfTwo(company);
  return openPage(path);
}

/** Pastes values into fields by their ids, ticks boxes, and presses the submit button of their form. */
export async function submitForm(user: UserEvent, values: Readonly<Record<string, string>>): Promise<void> {
  const [first = ''] = Object.keys(values);
  const { form } = await shownField(first);
  for (const [id, value] of Object.entries(values)) {
    const field = await shownField(id);
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      if (!field.checked) await user.click(field);
    } else {
      await user.clear(field);
      if (value !== '') await user.paste(value);
    }
  }
  await user.click(form?.querySelector('button[type="submit"]') as HTMLElement);
}

function shownField(id: string): Promise<HTMLInputElement | HTMLTextAreaElement> {
  return waitFor(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
      throw new Error(`no field #${id}`);
    return field;
  });
}

/** The field of one line of this id, once it is shown. */
export async function fieldById(id: string): Promise<HTMLInputElement> {
  const field = await shownField(id);
  if (field instanceof HTMLTextAreaElement) throw new Error(`#${id} has several lines`);
  return field;
}

/** Presses the button of this name, once it is shown. */
export async function press(user: UserEvent, name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }));
}

/** Waits until the alert has all of these words. */
export async function expectAlert(...words: readonly string[]): Promise<void> {
  await waitFor(() => {
    const { textContent } = screen.getByRole('alert');
    for (const each of words) expect(textContent).toContain(each);
  });
}
