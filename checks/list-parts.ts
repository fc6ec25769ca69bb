/** Parts of a list page; `web/lib/record-list.tsx` puts them together, once for all lists. */
const parts = ['FilterBar', 'Pager', 'PeriodButtons'] as const;

const pattern = new RegExp(`<(${parts.join('|')})\\b`);

/** Uses of a part of a list outside the mechanism, with line and what to do instead. `path` is below the project's root. */
export function findListPartProblems(path: string, text: string): readonly string[] {
  if (!/^web\/.*\.tsx$/.test(path) || path === 'web/lib/record-list.tsx' || path.endsWith('.test.tsx'))
    return [];
  return text.split('\n').flatMap((line, index) => {
    const part = pattern.exec(line)?.[1];
    return part === undefined
      ? []
      : [`${path}:${index + 1}: ${part} – declare the list with defineList and show it by RecordList`];
  });
}
