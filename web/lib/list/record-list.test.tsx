import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { press } from '#web/testing/render.tsx';
import { text } from './list-text.ts';
import { defineList, RecordList } from './record-list.tsx';

interface Part {
  readonly rows: readonly string[];
  readonly next?: string;
}
const parts: Readonly<Record<string, Part>> = {
  '': { rows: ['one', 'two'], next: 'second' },
  second: { rows: ['three'] },
};

/** Does not know how many rows there are at all. */
const list = defineList<null, Part, string, object>({
  query: () => ({
    queryKey: ['parts'],
    queryFn: async ({ pageParam }) => parts[pageParam] ?? { rows: [] },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  }),
  words: { failed: 'Failed' },
  caption: () => 'Words',
  empty: () => null,
  rows: (pages) => pages.flatMap(({ rows }) => rows),
  rowKey: (row) => row,
});

test('RecordList counts the rows that have come, and its count has the focus once all have', async () => {
  const user = userEvent.setup({ delay: null });
  const item = (row: string) => <li>{row}</li>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordList list={list} context={null} filter={{}} view={{ className: undefined, item }} />
    </QueryClientProvider>,
  );
  await screen.findByText('Показано 2, є ще');
  await press(user, text.more);
  const count = await screen.findByText('Показано 3 з 3');
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['one', 'two', 'three']);
  await waitFor(() => expect(document.activeElement).toBe(count));
});
