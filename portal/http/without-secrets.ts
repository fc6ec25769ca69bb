const secretWords =
  'token|password|passwd|pass|sms_pwd|new_pass|old_pass|authorization|unique_code|code|challenge|secret';

/** `"password":"…"` in JSON, also inside an escaped string. */
const quotedSecret = new RegExp(`(\\\\?["'](?:${secretWords})\\\\?["']\\s*:\\s*)(\\\\?["'])(.*?)\\2`, 'gis');
/** `password=…`, `password: …` in URLs, headers and plain text. */
const plainSecret = new RegExp(`\\b((?:${secretWords})\\s*[=:]\\s*)(?!\\[)[^\\s"'&,;}]+`, 'gi');
/** `cookie: a=b; c=d` up to the end of the line or of the quoted text. */
const cookies = /\b((?:set-)?cookie\\?["']?\s*[=:]\s*\\?["']?)[^\r\n"'\\]+/gi;
/** A list of recovery codes. */
const recoveryCodes = /(recoveryCodes\\?["']?\s*:\s*)\[[^\]]{0,400}\]/gi;
/** `smtp://user:password@host`. */
const addressCredentials = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{0,200}:[^\s/@]{0,200}@/gi;
/** Anchored at a word boundary: else every character of a long word would start an attempt. */
const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const credentials = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;
/** Matches all token characters greedily, so that each is read once; the parts are counted afterwards. */
const likeJsonWebToken = /eyJ[\w.-]+/g;
/** A Ukrainian phone number in any spelling or encoding, not a part of a longer number. */
const phone = /(?:(?:\+|%2B)?38[\s(-]*)(?:0[\s()-]*)(?:\d[\s()-]*){8}\d(?!\d)/gi;

function withoutToken(text: string): string {
  return text.split('.', 3).length === 3 ? '[token]' : text;
}

/**
 * Makes a text safe for a log: without tokens, cookies, passwords, codes, phone numbers and e-mails, and without
 * characters that the database refuses. Callers control the text, so every pattern runs in linear time.
 */
export function withoutSecrets(text: string): string {
  return (
    text
      .toWellFormed()
      // Neither a text column nor jsonb accepts NUL.
      .replaceAll('\0', '')
      .replace(likeJsonWebToken, withoutToken)
      .replace(cookies, '$1[removed]')
      .replace(recoveryCodes, '$1[removed]')
      .replace(credentials, '$1 [removed]')
      .replace(quotedSecret, '$1$2[removed]$2')
      .replace(plainSecret, '$1[removed]')
      .replace(addressCredentials, '$1[removed]@')
      .replace(email, '[e-mail]')
      .replace(phone, '[phone]')
  );
}
