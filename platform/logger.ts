import { format } from 'node:util';
import {
  type ChildLoggerOptions,
  type DestinationStream,
  type Logger as PinoLogger,
  pino,
  stdTimeFunctions,
} from 'pino';
import { factsWithoutSecrets, withoutSecrets } from './without-secrets.ts';

/** `child({ part: 'jobs' })` adds a fact to every line of a part of the process. */
export type Logger = PinoLogger;

export interface LoggerOptions {
  /** Lines of a lower level are not written. */
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Absent: standard error, so that the standard output of a command has only its result. */
  readonly stream?: DestinationStream;
}

type Facts = Readonly<Record<string, unknown>>;

/** The facts and the message of one call in any form that pino takes: an error, facts or a message first. */
function readLine([first, ...rest]: readonly unknown[]): { facts: Facts; message: string | undefined } {
  const hasFacts = typeof first === 'object' && first !== null;
  const facts = first instanceof Error ? { err: first } : hasFacts ? (first as Facts) : {};
  const [text, ...values] = hasFacts ? rest : [first, ...rest];
  if (text !== undefined) return { facts, message: format(text, ...values) };
  return { facts, message: facts.err instanceof Error ? facts.err.message : undefined };
}

/**
 * The one log of a process: a line of JSON for each entry, with `level` (its name), `time` (ISO 8601, UTC), `msg` and
 * the given facts; `reference` is the one of the answer, `err` an error with its stack. Messages, facts and bindings
 * are written without secrets, whoever logs them.
 */
export function createLogger({ level, stream }: LoggerOptions): Logger {
  const options = {
    level,
    // The collector of lines knows machine and process.
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors are facts already; the usual serializer would add all their fields.
    serializers: { err: (facts: unknown) => facts },
    hooks: {
      logMethod(
        this: Logger,
        args: unknown[],
        write: (this: Logger, facts: object, message?: string) => void,
      ): void {
        const { facts, message } = readLine(args);
        write.call(this, factsWithoutSecrets(facts), message && withoutSecrets(message));
      },
    },
  };
  // Written at once: the last lines before an exit are not lost.
  const log = pino(options, stream ?? pino.destination({ dest: 2, sync: true }));
  // Children inherit it; the library has no hook for their bindings.
  const { child } = log;
  return Object.assign(log, {
    child(this: Logger, bindings: Facts, childOptions?: ChildLoggerOptions) {
      return Reflect.apply(child, this, [factsWithoutSecrets(bindings), childOptions]);
    },
  });
}

/**
 * Ends the process with code 1 after an error that nobody caught, as Node does, with a line of the log instead of Node's
 * own words, which may hold secrets.
 */
export function exitOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught');
    process.exit(1);
  });
}
