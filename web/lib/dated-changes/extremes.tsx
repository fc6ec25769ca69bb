import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';

interface ExtremesProps<Row> {
  summary: string;
  /** One list for each way; `none`: what an empty one says. */
  lists: readonly { readonly title: string; readonly none: string; readonly rows: readonly Row[] }[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
}

/** What a planned change would move most, each way; folded. */
export function Extremes<Row>({ summary, lists, columns, rowKey }: ExtremesProps<Row>) {
  return (
    <Disclosure summary={summary}>
      <Stack gap="3">
        {lists.map(({ title, none, rows }) =>
          rows.length === 0 ? (
            <p key={title}>{none}</p>
          ) : (
            <DataTable key={title} caption={title} rows={rows} rowKey={rowKey} columns={columns} />
          ),
        )}
      </Stack>
    </Disclosure>
  );
}
