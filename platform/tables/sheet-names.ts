const longest = 31;

/** Names that Excel takes for sheets with these titles: at most 31 signs, none of []:*?/\ and no two alike. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title, index) => {
    const plain = title
      .replace(/[[\]:*?/\\]+/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[' ]+|[' ]+$/g, '');
    const base = plain || String(index + 1);
    let name = base.slice(0, longest).trimEnd();
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) {
      const ending = ` ${n}`;
      name = base.slice(0, longest - ending.length).trimEnd() + ending;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}
