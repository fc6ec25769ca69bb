import { NoServer } from './servers/servers.ts';

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
 * (58), terminated by the operator (57P01 to 57P03), read-only standby (25006), a time limit: of a statement (57014), of a
 * transaction without statements (25P03), of a transaction (25P04).
 */
const serverCodes = /^(08...|53...|58...|57P0[1-3]|57014|25006|25P0[34])$/;

/** Driver errors without a code; a standby that ends a long read, so that it can go on with the log of its primary. */
const driverMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|client was closed and is not queryable|conflict with recovery/i;

/** Whether the error itself, without its causes, comes from a database that is unavailable. */
function isOfDatabaseAway(error: Error): boolean {
  if (error instanceof NoServer) return true;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string' && (systemCodes.has(code) || serverCodes.test(code))) return true;
  return driverMessages.test(error.message);
}

/** More than any wrapper adds; ends a chain of causes that is a circle. */
const maxDepth = 8;

/**
 * Whether an error, one of its causes or one of the errors that it collects means that the database or its disk is
 * unavailable now, so that the same request may succeed later (503). Else it is a bug.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  if (isOfDatabaseAway(error)) return true;
  const collected: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...collected].some((inner) => isDatabaseAway(inner, depth + 1));
}
