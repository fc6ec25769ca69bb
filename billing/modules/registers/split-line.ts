/**
 * The fields of a line. A field that begins with a quote ends with one, quotes inside it are doubled; a quote elsewhere is a
 * letter, as banks write «ТОВ "Назва"». undefined: a quote is open at the end, so the next line belongs to it.
 */
export function splitLine(line: string, delimiter: string): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (line.charAt(at) !== '"') {
      const end = line.indexOf(delimiter, at);
      fields.push(end < 0 ? line.slice(at) : line.slice(at, end));
      if (end < 0) return fields;
      at = end + 1;
      continue;
    }
    let value = '';
    let from = at + 1;
    for (;;) {
      const quote = line.indexOf('"', from);
      if (quote < 0) return undefined;
      value += line.slice(from, quote);
      if (line.charAt(quote + 1) !== '"') {
        at = quote + 1;
        break;
      }
      value += '"';
      from = quote + 2;
    }
    // What stands behind the closing quote belongs to the field: the quotes were not meant as such.
    const end = line.indexOf(delimiter, at);
    fields.push(value + (end < 0 ? line.slice(at) : line.slice(at, end)));
    if (end < 0) return fields;
    at = end + 1;
  }
}
