import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataTable, maxDrawnRows } from './data-table.tsx';

function show(count: number): HTMLElement {
  const rows = Array.from({ length: count }, (_, index) => `row ${index}`);
  const columns = [{ key: 'name', title: 'Name', cell: (row: string) => row }];
  render(<DataTable caption="Rows" columns={columns} rows={rows} rowKey={(row) => row} />);
  return screen.getByRole('table', { name: 'Rows' });
}

test('DataTable draws every row of a table of 500', () =>
  expect(show(maxDrawnRows).querySelectorAll('th[scope="row"]')).toHaveLength(maxDrawnRows));

test('DataTable draws the first rows of a longer one, and keeps the place of the others', async () => {
  const table = show(maxDrawnRows + 1);
  await waitFor(() => expect(table.querySelectorAll('tbody[aria-hidden]').length).toBeGreaterThan(1));
  expect(table.querySelectorAll('th[scope="row"]').length).toBeLessThan(maxDrawnRows);
  expect(screen.getByText('row 0')).toBeTruthy();
  expect(table.getAttribute('aria-rowcount')).toBe(String(maxDrawnRows + 2));
});

test.each([
  [2, undefined],
  [4, '2 more'],
])('DataTable folds the cells of a row after the second: of %d filled ones %s', (filled, more) => {
  const columns = ['name', 'a', 'b', 'c', 'd', 'e'].map((key, index) => ({
    key,
    title: key,
    cell: () => key,
    isMain: key === 'e',
    isBlank: () => index > filled,
  }));
  const fold = { shown: 2, more: (count: number) => `${count} more`, less: 'less' };
  const shown = { caption: 'Rows', phoneLayout: '', rows: ['row'], rowKey: (row: string) => row };
  render(<DataTable {...shown} columns={columns} fold={fold} />);
  const row = screen.getAllByRole('row')[1] as HTMLElement;
  const places = [...row.querySelectorAll('td[data-cell]')].map((cell) => cell.getAttribute('data-phone'));
  expect(places.at(-1)).toBe('main');
  const button = screen.queryByRole('button');
  expect(button?.textContent).toBe(more);
  if (!button) {
    expect(places.slice(0, 4)).toEqual([null, null, 'blank', 'blank']);
    return;
  }
  expect(places.slice(0, 4)).toEqual([null, null, 'more', 'more']);
  expect(row.dataset.open).toBe('false');
  fireEvent.click(button);
  const expanded = button.getAttribute('aria-expanded');
  expect([row.dataset.open, button.textContent, expanded]).toEqual(['true', 'less', 'true']);
});
