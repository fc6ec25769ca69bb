import { digestColumns, readColumns, type TableColumns } from '../migrations/database-content.ts';

/** Columns of sequences, which an act that was rolled back leaves with a gap. */
const numbers = ['count_id', 'change_id', 'entry_number', 'word_id'];

/** The columns of all tables that have the same values in two databases, whatever the order of their rows; some tables, and columns by their names, left out. */
export async function readStableColumns(
  url: string,
  other: string,
  { except = [], records }: { readonly except?: readonly string[]; readonly records?: RegExp },
): Promise<TableColumns> {
  const columns = await readColumns(url);
  const [first, second] = [await digestColumns(url, columns), await digestColumns(other, columns)];
  const stable = Object.entries(columns).map(([table, names]) => {
    const same = names.filter(
      (name, index) =>
        ![...numbers, ...except].includes(name) && first[table]?.[index] === second[table]?.[index],
    );
    return [table, same] as const;
  });
  return Object.fromEntries(
    stable.filter(([table, names]) => names.length > 0 && records?.test(table) !== true),
  );
}
