import { parseAccountNumber } from '../identifiers/account-codes.ts';
import { tidyText } from '../input/tidy-text.ts';
import { type FoundNumber, findNumbers, isLetter, isReferenceSign } from './find-numbers.ts';
import { parseOrderId } from './order-id.ts';
import { purposeWords } from './purpose-words.ts';

/** Candidates found in the purpose of a payment; the ledger decides which exist. */
export interface PurposeFacts {
  /** Our order numbers: "2390001111-102026-3". */
  readonly orderIds: readonly string[];
  /** Possible account numbers, in text order. If some are introduced by a word («о/р …»), only those are returned. */
  readonly accountNumbers: readonly string[];
  /** Numbers of violation acts, in capitals. */
  readonly actNumbers: readonly string[];
  /** Possible provider references: with letters, or introduced by a word. */
  readonly references: readonly string[];
}

const MAX_PER_KIND = 5;
const SHORTEST_REFERENCE = 8;
const MAX_REFERENCE_LENGTH = 64;
const HYPHEN = 45;

const ORDER = /(?<![\d\p{L}-])\d{4,12}-\d{6}(?:-\d{1,9})?(?![\d\p{L}]|-\d)/gu;
const MAY_HOLD_ORDER = /\d-\d{6}/;
const IBAN = /^ua\d{27}$/i;

/**
 * Parses the purpose of a payment. `accountPattern`: format of the supplier's accounts. Numbers introduced as a
 * taxpayer, phone or card are left out; groups («2390 001 111») are joined only after a word for account. Source:
 * product.md 8, facts 5.
 */
export function readPurpose(purpose: string, accountPattern: RegExp): PurposeFacts {
  const tidy = tidyText(purpose);
  const orders = MAY_HOLD_ORDER.test(tidy) ? ordersIn(tidy, accountPattern) : undefined;
  const text = orders?.rest ?? tidy;
  const numbers = findNumbers(text);
  const accounts = orders?.accounts.length ? orders.accounts : accountsIn(text, numbers, accountPattern);
  return {
    orderIds: unique(orders?.ids ?? []),
    accountNumbers: unique(accounts),
    actNumbers: purposeWords.actRoot.test(text) ? actsIn(text) : [],
    references: referencesIn(text, numbers),
  };
}

/** Order ids and bill numbers, which are their prefix; both contain an account. `rest`: the text without them. */
function ordersIn(text: string, accountPattern: RegExp) {
  const ids: string[] = [];
  const accounts: string[] = [];
  const rest = text.replace(ORDER, (found) => {
    const whole = parseOrderId(found);
    const order = whole ?? parseOrderId(`${found}-1`);
    if (order === undefined) return found;
    if (whole) ids.push(found);
    if (accountPattern.test(order.accountNumber)) accounts.push(order.accountNumber);
    return ' ';
  });
  return { ids, accounts, rest };
}

function accountsIn(text: string, numbers: readonly FoundNumber[], pattern: RegExp): string[] {
  const named: string[] = [];
  const bare: string[] = [];
  let namedEnd = text.length;
  numbers.forEach((number, index) => {
    if (number.isPart) return;
    const isListed = purposeWords.and.test(text.slice(namedEnd, number.start));
    if (number.introduction === 'account' || isListed) {
      const account = accountFrom(text, numbers, index, pattern);
      if (account === undefined) return;
      named.push(account.digits);
      namedEnd = account.end;
    } else if (number.introduction !== 'other' && number.introduction !== 'order') {
      const isHyphened =
        text.charCodeAt(number.start - 1) === HYPHEN || text.charCodeAt(number.end) === HYPHEN;
      const digits = text.slice(number.start, number.end);
      if (!isHyphened && parseAccountNumber(digits, pattern) !== undefined) bare.push(digits);
    }
  });
  return named.length > 0 ? named : bare;
}

/** The account that begins with a number: itself, or joined with the groups that follow. */
function accountFrom(text: string, numbers: readonly FoundNumber[], index: number, pattern: RegExp) {
  let digits = '';
  let end = 0;
  for (const { start, end: groupEnd } of numbers.slice(index)) {
    if (digits !== '' && !(start === end + 1 && /[\s-]/.test(text.charAt(end)))) return undefined;
    digits += text.slice(start, groupEnd);
    end = groupEnd;
    if (parseAccountNumber(digits, pattern) !== undefined) return { digits, end };
  }
  return undefined;
}

function actsIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const match of text.matchAll(purposeWords.act)) {
    const number = String(match[1]).replace(/[./-]+$/, '');
    if (/\d/.test(number)) found.push(number.toUpperCase());
  }
  return unique(found);
}

/** References keep their case: providers distinguish it. */
function referencesIn(text: string, numbers: readonly FoundNumber[]): readonly string[] {
  const found: string[] = [];
  let passed = 0;
  for (const number of numbers) {
    if (number.start < passed) continue;
    let start = number.start;
    let end = number.end;
    while (isReferenceSign(text.charCodeAt(start - 1))) start -= 1;
    while (isReferenceSign(text.charCodeAt(end))) end += 1;
    passed = end;
    if (end - start < SHORTEST_REFERENCE || end - start > MAX_REFERENCE_LENGTH) continue;
    const isInWord = isLetter(text.charCodeAt(start - 1)) || isLetter(text.charCodeAt(end));
    const isAllDigits = start === number.start && end === number.end;
    const isNamed = number.introduction === 'reference' || number.introduction === 'order';
    if (isInWord || (isAllDigits && !isNamed)) continue;
    const token = text.slice(start, end);
    if (isAllDigits || (/[a-z]/i.test(token) && !IBAN.test(token))) found.push(token);
  }
  return unique(found);
}

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)].slice(0, MAX_PER_KIND);
}
