/** Number of leading zero bits of a hash. */
export function countLeadingZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  if (first < 0) return hash.length * 8;
  return first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
