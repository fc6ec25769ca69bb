/**
 * A short label of an object: the person's own name for it, else its address with the town last, because the objects
 * of one person are mostly in one town.
 */
export function objectLabel({ objectName, address }: { objectName: string; address: string }): string {
  if (objectName !== address) return objectName;
  const [town, ...rest] = address.split(', ');
  // Without a street the house number alone would mean nothing.
  return rest.length > 1 ? [...rest, town].join(', ') : address;
}
