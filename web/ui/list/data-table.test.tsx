import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataTable, maxDrawnRows } from './data-table.tsx';

function show(count: number): HTMLElement {
  const rows = Array.from({ length: count }, (_, index) => `row ${index}`);
  const columns = [{ key: 'name', title: 'Name', cell: (row: string) => row }];
  render(<DataTable caption="Rows" columns={columns} rows={rows} rowKey={(row) => row} />);
  return screen.getByRole('table', { name: 'Rows' });
}

test('DataTable draws every row of a table of 500', () => {
  expect(show(maxDrawnRows).querySelectorAll('th[scope="row"]')).toHaveLength(maxDrawnRows);
});

test('DataTable draws the first rows of a longer one, and keeps the place of the others', async () => {
  const table = show(maxDrawnRows + 1);
  await waitFor(() => expect(table.querySelectorAll('tbody[aria-hidden]').length).toBeGreaterThan(1));
  expect(table.querySelectorAll('th[scope="row"]').length).toBeLessThan(maxDrawnRows);
  expect(screen.getByText('row 0')).toBeTruthy();
  expect(table.getAttribute('aria-rowcount')).toBe(String(maxDrawnRows + 2));
});
