const longest = 31;

/** Valid Excel sheet names for these titles: at most 31 characters, none of []:*?/\ and no two alike. */
export function sheetNames(titles: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return titles.map((title, index) => {
    const plain = title
      .replace(/[[\]:*?/\\]+/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[' ]+|[' ]+$/g, '');
    const base = plain || String(index + 1);
    let name = base.slice(0, longest).trimEnd();
    for (let n = 2; usedNames.has(name.toLowerCase()); n += 1) {
      const ending = ` ${n}`;
      name = base.slice(0, longest - ending.length).trimEnd() + ending;
    }
    usedNames.add(name.toLowerCase());
    return name;
  });
}
