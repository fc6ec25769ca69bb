import { eicCheckCharacter } from '#domain/identifiers/eic-code.ts';

/** What names a household, a company or what only they have in the files of these tests. */
const ownNames =
  /\+3805011\d{5}|\b(?:2390001111|1000000009|62Z\d{12}\w|C1|E1|P-\d|R-\d|OP|SPOT|household)\b/g;

const eicBodies = ['0123456789017', '000000000901C', '000000000902A', '0000000009038'];

function eicOf(kind: number, index: number): string {
  // A check character of '-' is not used.
  const codes = [0, 1, 2, 3]
    .map((last) => `62Z${String(700_000_000_000 + kind * 10_000_000 + index * 10 + last)}`)
    .map((body) => body + eicCheckCharacter(body));
  return codes.find((code) => !code.endsWith('-')) ?? '';
}

function renamed(name: string, index: number): string {
  if (name.startsWith('+')) return `+38067${String(1_000_000 + index * 100 + Number(name.slice(-2)))}`;
  if (name.startsWith('62Z')) return eicOf(eicBodies.indexOf(name.slice(3)), index);
  if (/^\d+$/.test(name)) return String(Number(name) + 100_000 + index);
  return `${name}~${index}`;
}

/**
 * Folders of a household, some with a company, as one: each has names and numbers of its own there. A line that is of nobody is
 * there once. `placeOf` says of a line of it, and of the value of a problem, in which folder it is and what it is there.
 */
export function mergeFolders(folders: readonly Readonly<Record<string, string>>[]) {
  const merged = new Map<string, string[]>();
  const places = new Map<string, readonly [number, number]>();
  const names = new Map<string, string>();
  for (const [index, folder] of folders.entries()) {
    for (const [file, content] of Object.entries(folder)) {
      const [header = '', ...lines] = content.trimEnd().split('\n');
      const all = merged.get(file) ?? [header];
      if (all[0] !== header) throw new Error(`${file} of ${index} has another header`);
      const before = new Set(all);
      for (const [place, line] of lines.entries()) {
        const own = line.replace(ownNames, (name) => {
          names.set(renamed(name, index), name);
          return renamed(name, index);
        });
        if (own === line && before.has(line)) continue;
        all.push(own);
        places.set(`${file}:${all.length}`, [index, place + 2]);
      }
      merged.set(file, all);
    }
  }
  return {
    files: Object.fromEntries([...merged].map(([file, lines]) => [file, `${lines.join('\n')}\n`])),
    placeOf(file: string, line: number | null, value: string) {
      const [index, ownLine] = places.get(`${file}:${line}`) ?? [-1, line];
      return { index, line: ownLine, value: names.get(value) ?? value };
    },
  };
}
