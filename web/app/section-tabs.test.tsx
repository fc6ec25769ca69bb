import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cabinetPages, type Page } from '#contract/pages.ts';
import { leaveOtherCallsPending } from '#web/testing/fake-api.ts';
import { openPage, signInAsEntityOfTwo, signInAsPerson } from '#web/testing/render.tsx';
import { pageText } from './page-text.ts';

const pages: readonly Page[] = cabinetPages;
const withTab = pages.filter(({ tab }) => tab !== undefined);
const sections = Map.groupBy(withTab, ({ section }) => section as keyof typeof pageText.sections);

test.each([...sections].map(([section, [first]]) => [section, first?.path ?? ''] as const))(
  'the first page of %s has the tabs of its section',
  async (section, path) => {
    if (path.startsWith('/cabinet/person')) signInAsPerson();
    else signInAsEntityOfTwo();
    leaveOtherCallsPending();
    await openPage(path);
    const tabs = await screen.findByRole('navigation', { name: pageText.sections[section] });
    const links = within(tabs).getAllByRole('link');
    const addresses = links.map((link) => link.getAttribute('href')?.replace(/\?.*$/, ''));
    expect(addresses).toContain(path);
    // Without the page for objects that sell energy.
    const expected = (sections.get(section) ?? []).map((page) => page.path);
    expect(addresses).toEqual(expected.filter((one) => one !== '/cabinet/person/docs/green-tarif'));
  },
);
