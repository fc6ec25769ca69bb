import { act } from '@testing-library/react';
import axe from 'axe-core';
import { expect } from 'vitest';
import { type Locator, locate, pressKey, typeText, until } from './locator.ts';

/** The page that is shown, used as a journey uses Playwright's. */
export interface Page extends Pick<Locator, 'getByRole' | 'getByText' | 'getByLabel' | 'locator'> {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  url(): string;
  title(): Promise<string>;
  waitForURL(address: RegExp | ((url: URL) => boolean)): Promise<void>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}

/** What opens and leaves pages. */
interface Visit {
  readonly product: { readonly url: string };
  address(): string;
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): void;
  settled(): Promise<unknown>;
}

export function createPage(cabinet: () => Visit): Page {
  const body = locate(() => [document.body], 'page');
  return {
    getByRole: body.getByRole,
    getByText: body.getByText,
    getByLabel: body.getByLabel,
    locator: body.locator,
    goto: async (url) => void (await cabinet().goto(url)),
    reload: async () => void (await cabinet().reload()),
    async goBack() {
      act(() => cabinet().goBack());
      await cabinet().settled();
    },
    url: () => cabinet().product.url + cabinet().address(),
    title: async () => document.title,
    waitForURL: (address) =>
      until(() => {
        const url = cabinet().product.url + cabinet().address();
        const isThere = address instanceof RegExp ? address.test(url) : address(new URL(url));
        if (!isThere) throw new Error(`the page is ${url}`);
      }),
    keyboard: { press: pressKey, type: typeText },
  };
}

/** What holds for every page and state and needs no style sheet; colours and widths are checked in a browser. */
export async function checkPage(): Promise<void> {
  expect(document.title).not.toBe('');
  expect(document.querySelectorAll('h1').length).toBe(1);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  // happy-dom draws what has the attribute.
  const seen = { include: [document.body], exclude: ['[hidden]'] };
  const { violations } = await axe.run(seen, {
    resultTypes: ['violations'],
    preload: false,
    rules: { 'color-contrast': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
    [],
  );
}
