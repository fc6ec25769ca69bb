import { expect, test } from 'vitest';
import { browserReturnUrl, pageAfterReturn } from './browser-return.ts';

const page = '/cabinet/person/payments/0199f000-0000-7000-8000-000000000004';

test('a browser that comes back by a form is sent on to the page of its payment', () => {
  const url = browserReturnUrl('portmone', `https://cabinet.example.test${page}?account=2390001111`);
  expect(url).toBe(`https://cabinet.example.test/payments/return/portmone${page}?account=2390001111`);
  expect(pageAfterReturn(page, '2390001111')).toBe(`${page}?account=2390001111`);
  expect(pageAfterReturn(page.replace('person', 'entity'), undefined)).toBe(page.replace('person', 'entity'));
});

test('what follows in the address stays one value', () => {
  expect(pageAfterReturn(page, '1&next=//evil.example')).toBe(
    `${page}?account=1%26next%3D%2F%2Fevil.example`,
  );
  expect(pageAfterReturn(page, ['1', '2'])).toBe(page);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  `${page}/..`,
  `/${page}`,
  '/cabinet/admin/payments/0199f000-0000-7000-8000-000000000004',
  '/cabinet/person/payments/1',
  '',
])('%j is no page to send anybody to', (path) => {
  expect(pageAfterReturn(path, '2390001111')).toBeUndefined();
});
