/** Network and disk errors of this machine. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
]);

/**
 * SQLSTATE: connection (08), insufficient resources such as disk, memory, connections (53), system error such as I/O
 * (58), terminated by the operator (57P01 to 57P03), read-only standby (25006).
 */
const serverCodes = /^(08...|53...|58...|57P0[1-3]|25006)$/;

/** Driver errors without a code. */
const driverMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|client was closed and is not queryable/i;

/**
 * Whether an error means that the database or its disk is unavailable now, so that the same request may succeed later
 * (503). Else it is a bug.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string' && (systemCodes.has(code) || serverCodes.test(code))) return true;
  return driverMessages.test(error.message);
}
