import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { PortalDatabase } from '../portal-database.ts';

export interface LoggedError {
  readonly happenedAt: number;
  readonly reference: string;
  readonly origin: 'server' | 'client';
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly accountNumber?: string;
}

export interface ErrorLog {
  /** An unexpected error of ours; found again by the reference that the customer was given. */
  recordFault(error: unknown, reference: string, where: string, happenedAt: number): void;
  /** A report of a browser; resolves when it is kept. */
  record(entry: LoggedError): Promise<void>;
}

const secret = /("?(?:token|password|authorization|code)"?\s*[:=]\s*"?)[^"\s,&}]+/gi;
const jsonWebToken = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const phone = /\+380\d{9}/g;

/** Removes tokens, passwords and phone numbers from a text that goes into a log. */
export function withoutSecrets(text: string): string {
  return text.replace(jsonWebToken, '[token]').replace(secret, '$1[removed]').replace(phone, '[phone]');
}

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  return {
    name: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: withoutSecrets(String(error.cause)) }),
  };
}

/** Errors into portal.error_log and, for an operator at the console, into `print`. */
export function createErrorLog(options: {
  readonly db: PortalDatabase;
  readonly print: (facts: Record<string, unknown>, message: string) => void;
}): ErrorLog {
  async function record(entry: LoggedError): Promise<void> {
    await sql`
      insert into portal.error_log (happened_at, reference, origin, title, detail, account_number)
      values (${instantToIso(entry.happenedAt as Instant)}::timestamptz, ${entry.reference}::uuid, ${entry.origin},
              ${withoutSecrets(entry.title).slice(0, 500)}, ${JSON.stringify(entry.detail)}::jsonb,
              ${entry.accountNumber ?? null})
    `.execute(options.db);
  }
  return {
    record,
    recordFault(error, reference, where, happenedAt) {
      const detail = describe(error);
      options.print({ reference, where, ...detail }, 'unexpected error');
      record({ happenedAt, reference, origin: 'server', title: where, detail }).catch((failure: unknown) => {
        options.print({ reference, ...describe(failure) }, 'the error could not be recorded');
      });
    },
  };
}
