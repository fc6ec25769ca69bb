/**
 * Shares a whole number in proportion to the weights by the largest remainder method; the shares add up to it
 * exactly. Of equal remainders the earlier one is served first.
 * @throws RangeError when the total or a weight is negative or not an integer, when numbers exceed exact arithmetic,
 * or when the total is above zero and all weights are zero.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + checked(weight), 0);
  if (checked(total) === 0) return weights.map(() => 0);
  if (whole === 0) throw new RangeError(`Nothing to share ${total} by`);
  const products = weights.map((weight) => checked(total * weight));
  const shares = products.map((product) => (product - (product % whole)) / whole);
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % whole }))
    // Stable sort: of equal remainders the earlier stays first.
    .sort((a, b) => b.remainder - a.remainder);
  let left = total - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

function checked(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`Can't be shared in whole numbers: ${value}`);
  return value;
}
