import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Logger } from '#platform/logger.ts';
import { factsWithoutSecrets, withoutSecrets } from '#platform/without-secrets.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

interface LoggedError {
  readonly happenedAt: number;
  readonly reference: string;
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface ErrorLog {
  /** An unexpected error of ours, stored under the request id of the response. */
  recordFault(error: unknown, reference: string, where: string, happenedAt: number): void;
  /** Prints an error that cannot be stored. */
  print(error: unknown, reference: string, where: string): void;
}

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(error.cause !== undefined && { cause: String(error.cause) }),
  };
}

const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const maxCause = 200;

/** What faults of one cause have in common: the error without secrets, ids and numbers, which differ from one to the other. */
export function causeOf(error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return withoutSecrets(said.slice(0, 10 * maxCause))
    .replace(id, '…')
    .replace(/\d+/g, '0')
    .slice(0, maxCause)
    .toWellFormed();
}

/** Writes errors to portal.error_log and to the log, both without secrets. */
export function createErrorLog(options: { readonly db: PortalDatabase; readonly log: Logger }): ErrorLog {
  async function record(entry: LoggedError): Promise<void> {
    await sql`
      insert into portal.error_log (happened_at, reference, origin, title, detail)
      values (${instantToIso(entry.happenedAt as Instant)}::timestamptz, ${entry.reference}::uuid, 'server',
              ${withoutSecrets(entry.title).slice(0, 500)}, ${JSON.stringify(factsWithoutSecrets(entry.detail))}::jsonb)
    `.execute(options.db);
  }
  function print(error: unknown, reference: string, where: string): void {
    options.log.error({ reference, where, err: error }, 'unexpected error');
  }
  return {
    print,
    recordFault(error, reference, where, happenedAt) {
      print(error, reference, where);
      const title = where.split('?', 1)[0] ?? '';
      record({ happenedAt, reference, title, detail: describe(error) }).catch((failure: unknown) =>
        print(failure, reference, 'portal.error_log'),
      );
    },
  };
}
