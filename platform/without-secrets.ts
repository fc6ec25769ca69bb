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

const secretName = new RegExp(`^(?:${secretWords}|cookie|set-cookie|recoverycodes)$`, 'i');
/** A reference: the one fact of the log of every request, so not looked through. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Deeper facts are left out: nobody logs them on purpose. */
const maxDepth = 6;

function factWithoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return uuid.test(value) ? value : withoutSecrets(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => factWithoutSecrets(item, depth + 1));
  if (value instanceof Error) return factsOfError(value, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  // A request, a socket, a buffer: its fields are not known to be safe.
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? 'object'}]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, fact]) => [
      name,
      secretName.test(name) && fact !== undefined && fact !== null
        ? '[removed]'
        : factWithoutSecrets(fact, depth + 1),
    ]),
  );
}

/**
 * Only these fields of an error: the others may hold values of a row (`detail` of a database error). Its `code` is
 * `errorCode`, since a fact named `code` is a code sent to a customer.
 */
function factsOfError(error: Error, depth: number): Record<string, unknown> {
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...(typeof code === 'string' && { errorCode: code }),
    ...(error.cause !== undefined && { cause: factWithoutSecrets(error.cause, depth + 1) }),
    ...(Array.isArray(errors) && { errors: factWithoutSecrets(errors.slice(0, 3), depth + 1) }),
  };
}

/**
 * Facts that are safe for a log: every text by `withoutSecrets`, a fact with the name of a secret removed, an error as
 * type, message, stack, errorCode, cause and errors, an instance of another class as the name of its class.
 */
export function factsWithoutSecrets(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return factWithoutSecrets(facts, 0) as Record<string, unknown>;
}
