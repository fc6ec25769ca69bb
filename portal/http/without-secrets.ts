const secretWords =
  'token|password|passwd|pass|sms_pwd|new_pass|old_pass|authorization|unique_code|code|challenge|secret';

/** `"password":"…"` in JSON, also when the JSON itself is quoted inside a text. */
const quotedSecret = new RegExp(`(\\\\?["'](?:${secretWords})\\\\?["']\\s*:\\s*)(\\\\?["'])(.*?)\\2`, 'gis');
/** `password=…`, `password: …` in addresses, headers and plain texts. */
const plainSecret = new RegExp(`\\b((?:${secretWords})\\s*[=:]\\s*)(?!\\[)[^\\s"'&,;}]+`, 'gi');
/** `cookie: a=b; c=d` to the end of the line or of the quoted text. */
const cookies = /\b((?:set-)?cookie\\?["']?\s*[=:]\s*\\?["']?)[^\r\n"'\\]+/gi;
/** A list of codes to come in without the telephone. */
const recoveryCodes = /(recoveryCodes\\?["']?\s*:\s*)\[[^\]]{0,400}\]/gi;
/** `smtp://user:password@host`. */
const addressCredentials = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{0,200}:[^\s/@]{0,200}@/gi;
/** Begins only where a word begins: else every sign of a long word would be a beginning to try. */
const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const credentials = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;
/** Takes everything that may belong to a token at once, and so reads no sign twice; its parts are counted afterwards. */
const likeJsonWebToken = /eyJ[\w.-]+/g;
/** A Ukrainian number however it is written or encoded, not a part of a longer number. */
const phone = /(?:(?:\+|%2B)?38[\s(-]*)(?:0[\s()-]*)(?:\d[\s()-]*){8}\d(?!\d)/gi;

function withoutToken(text: string): string {
  return text.split('.', 3).length === 3 ? '[token]' : text;
}

/**
 * A text fit for a log: without tokens, cookies, passwords, codes, phone numbers and e-mails, and without characters that the database
 * can't keep. Anybody may send such a text, so every pattern reads it in time that grows with its length alone.
 */
export function withoutSecrets(text: string): string {
  return (
    text
      .toWellFormed()
      // Neither a text column nor jsonb can hold it.
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
