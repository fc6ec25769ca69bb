import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { type PhoneNumber, parsePhone } from '#domain/identifiers/contacts.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { signInFormat } from './formats/formats-of-customers.ts';
import { readRecords } from './read-records.ts';

/** Who may sign in to a sample: for the portal to make identities of. */
export interface SignIn {
  readonly phone: PhoneNumber;
  readonly accountNumbers: readonly string[];
  readonly password: string;
  readonly customerType: 'person' | 'entity';
}

/**
 * The sign-ins of a folder; none when it has no such file. For folders that were imported, and so checked, before.
 * @throws Error naming the line of a row that is not one.
 */
export async function readSignIns(folder: string): Promise<SignIn[]> {
  const path = join(folder, signInFormat.file);
  if ((await stat(path).catch(() => undefined)) === undefined) return [];
  const signIns: SignIn[] = [];
  let places: ReadonlyMap<string, number> | undefined;
  function fail(line: number): never {
    throw new Error(`${signInFormat.file}, line ${line}: not a sign-in`);
  }
  await readRecords({
    path,
    onProblem: fail,
    onRecord({ line, fields }) {
      if (places === undefined) {
        places = new Map(fields.map((name, place) => [tidyText(name), place]));
        return;
      }
      const known = places;
      const value = (column: string) => (fields[known.get(column) ?? -1] ?? '').trim();
      if (fields.length === 1 && value('phone') === '') return;
      const phone = parsePhone(value('phone')) ?? fail(line);
      const accountNumbers = value('accounts')
        .split(';')
        .filter((part) => part.trim() !== '')
        .map((part) => parseAccountNumber(part, anyAccountNumber) ?? fail(line));
      const type = value('customer_type') || 'person';
      const customerType = type === 'person' || type === 'entity' ? type : fail(line);
      signIns.push({ phone, accountNumbers, password: value('password') || fail(line), customerType });
    },
  });
  return signIns;
}
