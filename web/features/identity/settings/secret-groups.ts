/** A key to be typed by hand, in groups of four: "JBSW Y3DP EHPK 3PXP". */
export function secretGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
