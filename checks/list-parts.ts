/** Parts of a list page; `web/lib/list/record-list.tsx` puts them together, once for all lists. */
const partPattern = /<(FilterBar|Pager|PeriodButtons)\b|\b(useInfiniteQuery)\(/;

/** Rows of the answer of a `list…` call, in the file that loads it. */
const listCallPattern = /\(\s*(list[A-Z]\w*)[,)]/;
const rowsPattern = /<DataTable\b|<ul\b|as="ul"/;

/** Files that load by a `list…` call and show its rows, but are no list pages. */
export const noListPages: Readonly<Record<string, string>> = {
  'web/features/accounts/object-access.tsx': 'who has access to one object: a card with a form, no page',
  'web/features/bills/bill-list.tsx': 'what is due stands over the months and waits for the balance',
  'web/features/events/news-panel.tsx': 'the three newest events, on the home page',
  'web/features/payment-documents/admin-objections.tsx':
    'what waits for an answer, beside another such list on one page',
  'web/features/reconciliation-acts/admin/disagreements.tsx':
    'what waits for an answer, beside another such list on one page',
  'web/features/feed-in/feed-in-panel.tsx': 'one year: its total, its chart and its twelve acts',
};

const instead = 'declare the list with defineList and show it by RecordList';

/** Uses of a part of a list outside the mechanism, with line and what to do instead. `path` is below the project's root. */
export function findListPartProblems(path: string, text: string): readonly string[] {
  if (!/^web\/.*\.tsx$/.test(path) || path === 'web/lib/list/record-list.tsx' || path.endsWith('.test.tsx'))
    return [];
  const parts = text.split('\n').flatMap((line, index) => {
    const [, component, hook] = partPattern.exec(line) ?? [];
    const part = component ?? hook;
    return part === undefined ? [] : [`${path}:${index + 1}: ${part} – ${instead}`];
  });
  return Object.hasOwn(noListPages, path) ? parts : [...parts, ...findRowsProblems(path, text)];
}

/** The rows of a `list…` call that the file shows without RecordList. */
export function findRowsProblems(path: string, text: string): readonly string[] {
  const call = listCallPattern.exec(text)?.[1];
  if (call === undefined || !rowsPattern.test(text) || text.includes('<RecordList')) return [];
  return [`${path}: shows the rows of ${call} – ${instead}`];
}
