import { addMoney, type Kopiykas, negateMoney, subtractMoney, sumMoney, zeroMoney } from '../money.ts';

/** A document in the books of one party; `signed`: how it changes the debt of the customer to the seller. */
export interface ReconciliationEntry {
  readonly date: string;
  readonly document: string;
  /** Of the seller's documents, when it has one. */
  readonly number: string | null;
  readonly signed: Kopiykas;
}

/** A document of one party without its like, or of both with other sums. */
export interface Difference {
  readonly seller: ReconciliationEntry | undefined;
  readonly customer: ReconciliationEntry | undefined;
  /** By how much the debt is larger in the seller's books. */
  readonly amount: Kopiykas;
}

export interface Comparison {
  /** The same sum, and the same number or day. */
  readonly matched: readonly {
    readonly seller: ReconciliationEntry;
    readonly customer: ReconciliationEntry;
  }[];
  readonly differing: readonly Difference[];
  /** Opening balance of the seller less that of the customer. */
  readonly openingDifference: Kopiykas;
  /** Closing balance of the seller less that of the customer: openingDifference and the differing rows. */
  readonly closingDifference: Kopiykas;
}

/** Balance and documents of one party. */
export interface Half {
  readonly opening: Kopiykas;
  readonly entries: readonly ReconciliationEntry[];
}

/** Capital letters and digits: "№ 1000-102026" is in "Накладна № 1000‑102026 від 31.10". */
const plain = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

type IsSame = (seller: ReconciliationEntry, customer: ReconciliationEntry) => boolean;

const sameSum: IsSame = (seller, customer) => seller.signed === customer.signed;
const sameDay: IsSame = (seller, customer) => seller.date === customer.date;

/**
 * Compares two halves of a reconciliation act. Documents with the same sum are matched by number, then by day; documents with
 * the same number and another sum differ from each other, all the rest stand alone. Source: facts of entities §5.
 */
export function compareHalves(seller: Half, customer: Half): Comparison {
  const ofSeller = new Set(seller.entries);
  const ofCustomer = new Set(customer.entries);
  const numbers = new Map(seller.entries.map((one) => [one, plain(one.number ?? '')]));
  const documents = new Map(customer.entries.map((one) => [one, plain(one.document)]));
  const sameNumber: IsSame = (one, other) => {
    const number = numbers.get(one) ?? '';
    return number !== '' && (documents.get(other) ?? '').includes(number);
  };
  // From the surest likeness to the weakest; each document is taken once.
  const likenesses: readonly IsSame[] = [
    (one, other) => sameSum(one, other) && sameDay(one, other) && sameNumber(one, other),
    (one, other) => sameSum(one, other) && sameNumber(one, other),
    (one, other) => sameSum(one, other) && sameDay(one, other),
  ];
  function* pairsBy(
    isSame: IsSame,
  ): Generator<{ seller: ReconciliationEntry; customer: ReconciliationEntry }> {
    for (const one of ofSeller)
      for (const other of ofCustomer)
        if (isSame(one, other)) {
          ofSeller.delete(one);
          ofCustomer.delete(other);
          yield { seller: one, customer: other };
          break;
        }
  }
  const matched = likenesses.flatMap((isSame) => [...pairsBy(isSame)]);
  const differing: Difference[] = [
    ...[...pairsBy(sameNumber)].map((pair) => ({
      ...pair,
      amount: subtractMoney(pair.seller.signed, pair.customer.signed),
    })),
    ...[...ofSeller].map((one) => ({ seller: one, customer: undefined, amount: one.signed })),
    ...[...ofCustomer].map((one) => ({ seller: undefined, customer: one, amount: negateMoney(one.signed) })),
  ];
  differing.sort((one, other) => dateOf(one).localeCompare(dateOf(other)));
  const openingDifference = subtractMoney(seller.opening, customer.opening);
  return {
    matched,
    differing,
    openingDifference,
    closingDifference: addMoney(openingDifference, sumMoney(differing.map(({ amount }) => amount))),
  };
}

const dateOf = ({ seller, customer }: Difference): string => seller?.date ?? customer?.date ?? '';

/** Opening balance and all documents. */
export function closingOf({ opening, entries }: Half): Kopiykas {
  return addMoney(opening, sumMoney(entries.map(({ signed }) => signed)));
}

/** Documents that raise the debt, and those that lower it. */
export function turnoverOf(entries: readonly ReconciliationEntry[]): { debit: Kopiykas; credit: Kopiykas } {
  const side = (isRaised: boolean) =>
    sumMoney(entries.map(({ signed }) => signed).filter((signed) => signed > zeroMoney === isRaised));
  return { debit: side(true), credit: negateMoney(side(false)) };
}
