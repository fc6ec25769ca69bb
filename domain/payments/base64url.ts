const SHAPE = /^[A-Za-z0-9_-]+$/;

/** Base64url without padding (RFC 4648 §5), as the payment codes of the NBU carry their bytes. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The reverse; undefined when the text is not base64url without padding. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!SHAPE.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
