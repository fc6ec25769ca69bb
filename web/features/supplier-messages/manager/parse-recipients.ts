const number = /^\d{10}$/;

/** Recipients as typed or pasted: each number once, and what is no account number. */
export interface ParsedRecipients {
  readonly accounts: readonly string[];
  readonly invalid: readonly string[];
}

/**
 * Account numbers in lines, between commas, semicolons or spaces. Of a row that was copied from a table, with tabs between
 * its cells, the first cell that is a number counts.
 */
export function parseRecipients(typed: string): ParsedRecipients {
  const words = typed.split(/\r?\n/).flatMap((line) => {
    const cells = line.split('\t').map((cell) => cell.trim());
    const found = cells.find((cell) => number.test(cell));
    if (cells.length > 1 && found !== undefined) return [found];
    return line.split(/[\s,;]+/).filter((word) => word !== '');
  });
  const unique = [...new Set(words)];
  return {
    accounts: unique.filter((word) => number.test(word)),
    invalid: unique.filter((word) => !number.test(word)),
  };
}
