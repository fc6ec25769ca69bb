import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { apiLink } from '#contract/supplier.ts';
import { reloadCompany } from '#web/features/supplier/use-company.ts';
import { answer, leaveOtherCallsPending } from '#web/testing/fake-api.ts';
import { openPage, signInAsPerson } from '#web/testing/render.tsx';

const company = {
  organization: 'ТОВ «Світло»',
  organizationUpCase: 'ТОВ «СВІТЛО»',
  phone: ['0 800 300 400'],
  phonemobile: [],
  phonePlain: ['0800300400'],
  phonemobilePlain: [],
  urlmain: 'https://svitlo.example',
  address: 'м. Полтава, вул. Соборності, 1',
  email: 'info@svitlo.example',
  readingsEmail: '',
};

test('the guide shows the supplier in capitals with its pictures of this site', async () => {
  signInAsPerson();
  leaveOtherCallsPending();
  const images = ['/brand/logo.png', 'https://elsewhere.example/logo.png'];
  answer(apiLink, () => ({ status: 'success', company, images }));
  reloadCompany();
  await openPage('/cabinet/person/directory/guide');
  const card = await screen.findByRole('region', { name: company.organizationUpCase });
  expect(within(card).getByText(company.address)).toBeTruthy();
  const shown = [...card.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(shown).toEqual(['/brand/logo.png']);
});
