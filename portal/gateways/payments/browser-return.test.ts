import { expect, test } from 'vitest';
import { browserReturnUrl, pageAfterReturn } from './payer-pages.ts';

const page = '/cabinet/person/payments/0199f000-0000-7000-8000-000000000004';

test.each(['?account=2390001111', '?of=2390001111', ''])(
  'a browser that comes back by a form is sent on to the page of its payment, with %j',
  (search) => {
    const url = new URL(browserReturnUrl('portmone', `https://cabinet.example.test${page}${search}`));
    expect(url.href).toBe(`https://cabinet.example.test/payments/return/portmone${page}${search}`);
    expect(pageAfterReturn(page, url.search)).toBe(page + search);
    const ofEntity = page.replace('person', 'entity');
    expect(pageAfterReturn(ofEntity, url.search)).toBe(ofEntity + search);
  },
);

test.each([
  '?of=1&next=//evil.example',
  '?of=//evil.example',
  '?of=%0d%0aset-cookie:x',
  '#x',
  '?of=',
  'of=1',
])('ignores the rest of the query %j', (search) => {
  expect(pageAfterReturn(page, search)).toBe(page);
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
])('refuses the page %j', (path) => {
  expect(pageAfterReturn(path, '?of=2390001111')).toBeUndefined();
});
