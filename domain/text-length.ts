/** Characters of a text as PostgreSQL counts them: a code point beyond the basic plane (an emoji) is one. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
