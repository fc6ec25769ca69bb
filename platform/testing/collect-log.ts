import { createLogger, type Logger } from '../logger.ts';

/** A log whose lines a test reads: parsed, and as they were written. */
export function collectLog(): {
  readonly log: Logger;
  readonly lines: Record<string, unknown>[];
  text(): string;
} {
  const written: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const stream = {
    write(line: string) {
      written.push(line);
      lines.push(JSON.parse(line));
    },
  };
  return { log: createLogger({ level: 'debug', stream }), lines, text: () => written.join('') };
}
