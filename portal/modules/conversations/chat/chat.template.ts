const longest = 80;

/** What a chat is called in the queue and, when it becomes a ticket, among tickets: the beginning of its first message. */
export function chatTitle(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const title = line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
  return title.length < 3 ? `Чат: ${title}` : title;
}
