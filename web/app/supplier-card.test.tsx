import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SupplierCard } from '#web/features/supplier/supplier-card.tsx';

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
  images: ['/brand/logo.png', 'https://elsewhere.example/logo.png'],
};

test('the supplier is shown in capitals with its pictures of this site', () => {
  render(<SupplierCard company={company} />);
  const card = screen.getByRole('region', { name: company.organizationUpCase });
  within(card).getByText(company.address);
  const shown = [...card.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(shown).toEqual(['/brand/logo.png']);
});
