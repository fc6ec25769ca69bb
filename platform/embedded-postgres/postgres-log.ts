export type PostgresLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One line of what the server of the database says. */
export interface PostgresLogLine {
  readonly level: PostgresLogLevel;
  readonly text: string;
}

/** Each line names the kind of process and SQLSTATE; statements and details, which hold values of customers, are left out. */
export const postgresLogSettings: Readonly<Record<string, string>> = {
  log_line_prefix: '%b|%e|',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

const linePattern = /^([a-z][a-z ]*)\|([0-9A-Z]{5})\|([A-Z0-9]+): {1,2}(.*)$/;
/** The cluster as a whole: what these two say while it runs is about a crash or its recovery. */
const ofCluster = new Set(['postmaster', 'startup']);
/** Not admitted yet (57P03), ended in order (57P01): part of each start and stop. */
const expected = new Set(['57P01', '57P03']);
/** No resources, fault of the system, fault of PostgreSQL. Other errors are answered to the client, who reports them. */
const ownFaults = /^(53|58|XX)/;

function levelOf(process: string, state: string, severity: string, isRunning: boolean): PostgresLogLevel {
  switch (severity) {
    case 'PANIC':
      return 'error';
    case 'FATAL':
      return expected.has(state) ? 'info' : 'error';
    case 'ERROR':
      return process !== 'client backend' || ownFaults.test(state) ? 'error' : 'debug';
    case 'WARNING':
      return 'warn';
    case 'LOG':
      return isRunning && ofCluster.has(process) ? 'warn' : 'info';
    default:
      return 'debug';
  }
}

/**
 * Reads the server's standard error, in pieces as they come, into lines with a level. `isRunning`: between its start and
 * its stop; only then are words about the whole cluster a warning. A line of another form (of a library) is a warning.
 */
export function readPostgresLog(
  onLine: (line: PostgresLogLine) => void,
  isRunning: () => boolean,
): (piece: string) => void {
  let rest = '';
  let level: PostgresLogLevel = 'warn';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, process = '', state = '', severity = '', text = ''] = linePattern.exec(line) ?? [];
      if (severity !== '') level = levelOf(process, state, severity, isRunning());
      // A line that begins with a tab goes on with the message before it.
      else if (!line.startsWith('\t')) level = 'warn';
      const said = severity === '' ? line.trim() : text;
      if (said !== '') onLine({ level, text: said });
    }
  };
}
