import { type Kopiykas, subtractMoney, sumMoney, zeroMoney } from '../money.ts';
import { addMonths, daysIn, firstDay, periodOf } from '../time/billing-period.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';

/** A part of a schedule. */
export interface Instalment {
  readonly dueOn: LocalDate;
  readonly sum: Kopiykas;
}

/** Why a schedule can't be; undefined: it can. Parts follow each other by day from today on, are above zero and add up to what is unpaid. */
export function scheduleProblem(
  parts: readonly Instalment[],
  unpaid: Kopiykas,
  today: LocalDate,
): 'badDays' | 'wrongSum' | undefined {
  const isInOrder = parts.every(({ dueOn }, index) => {
    const before = parts[index - 1];
    return before === undefined ? dueOn >= today : dueOn > before.dueOn;
  });
  if (!isInOrder) return 'badDays';
  const isWhole =
    parts.every(({ sum }) => sum > zeroMoney) && sumMoney(parts.map(({ sum }) => sum)) === unpaid;
  return isWhole ? undefined : 'wrongSum';
}

/**
 * What is left of each part by the debt of now: the earliest parts are paid first. What is left adds up to the debt; a debt above the
 * whole schedule, of a payment that went back, is due with the first part.
 */
export function instalmentsLeft<Part extends Instalment>(
  parts: readonly Part[],
  debt: Kopiykas,
): readonly (Part & { readonly left: Kopiykas })[] {
  const total = sumMoney(parts.map(({ sum }) => sum));
  let paid = subtractMoney(total, debt > zeroMoney ? debt : zeroMoney);
  return parts.map((part, index) => {
    if (index === 0 && paid < zeroMoney) {
      const left = subtractMoney(part.sum, paid);
      paid = zeroMoney;
      return { ...part, left };
    }
    const covered = paid < part.sum ? paid : part.sum;
    paid = subtractMoney(paid, covered);
    return { ...part, left: subtractMoney(part.sum, covered) };
  });
}

/**
 * Equal parts of a sum by month, from a day on, on the same day of each month or its last one. Kopiykas that cannot be shared belong to the
 * first part, so that the parts are exactly the sum.
 * @param count At least 1.
 */
export function shareInstalments(sum: Kopiykas, firstOn: LocalDate, count: number): readonly Instalment[] {
  const equal = (sum / BigInt(count)) as Kopiykas;
  const rest = (sum - equal * BigInt(count)) as Kopiykas;
  const day = Number(firstOn.slice(8));
  return Array.from({ length: count }, (_, index) => {
    const period = addMonths(periodOf(firstOn), index);
    return {
      dueOn: addDays(firstDay(period), Math.min(day, daysIn(period)) - 1),
      sum: (index === 0 ? equal + rest : equal) as Kopiykas,
    };
  });
}
