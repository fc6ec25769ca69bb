import { noChoice } from '#contract/fields.ts';
import { parseAccountNumber } from '#domain/identifiers/account-number.ts';

function accountOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, 'account') : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The account that a choice names. It comes as a number, as the object, as either in a JSON string, or as DELETE (base
 * specification §4). Undefined: none of these.
 */
export function chosenItem(item: unknown): string | typeof noChoice | undefined {
  const bare = typeof item === 'string' && /^\s*[{"]/.test(item) ? readJson(item) : item;
  const account = accountOf(bare);
  if (typeof account !== 'string') return undefined;
  return account === noChoice ? noChoice : parseAccountNumber(account);
}
