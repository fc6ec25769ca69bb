/**
 * How an object is called where there is little room: the person's own name for it, else its address with the town last,
 * for objects of one person mostly stand in one town.
 */
export function objectLabel({ objectName, address }: { objectName: string; address: string }): string {
  if (objectName !== address) return objectName;
  const [town, ...rest] = address.split(', ');
  // Without a street the number alone would say nothing.
  return rest.length > 1 ? [...rest, town].join(', ') : address;
}
