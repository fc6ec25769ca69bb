const longest = 2048;

/**
 * Login and password of an `Authorization: Basic` header. The pair is UTF-8; the login ends at the first colon.
 * Undefined when the header is absent, longer than 2 kB, not base64, not UTF-8, or has no colon.
 */
export function readBasicAuth(header: string | undefined): { login: string; password: string } | undefined {
  if (header === undefined || header.length > longest) return undefined;
  const match = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(header);
  if (match?.[1] === undefined) return undefined;
  let pair: string;
  try {
    pair = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(match[1], 'base64'));
  } catch {
    return undefined;
  }
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  return { login: pair.slice(0, colon), password: pair.slice(colon + 1) };
}
