type PostgresLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One log line of the database server. */
export interface PostgresLogLine {
  readonly level: PostgresLogLevel;
  readonly text: string;
}

/**
 * Each line has the kind of process and the SQLSTATE; statements and details, which contain customer data, are left
 * out.
 */
export const postgresLogSettings: Readonly<Record<string, string>> = {
  log_line_prefix: '%b|%e|',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

const linePattern = /^([a-z][a-z ]*)\|([0-9A-Z]{5})\|([A-Z0-9]+): {1,2}(.*)$/;
/** Cluster-wide processes: while the server runs, their lines are about a crash or its recovery. */
const ofCluster = new Set(['postmaster', 'startup']);
/** Not accepting connections yet (57P03), terminated in order (57P01): part of each start and stop. */
const expected = new Set(['57P01', '57P03']);
/**
 * Insufficient resources, system error, PostgreSQL error. Other errors are returned to the client, which reports
 * them.
 */
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
 * Splits the server's standard error into lines with a level. `isRunning`: between start and stop; only then are
 * lines about the whole cluster a warning. A line of another form (of a library) is a warning.
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
      // A line that begins with a tab continues the message before it.
      else if (!line.startsWith('\t')) level = 'warn';
      const content = severity === '' ? line.trim() : text;
      if (content !== '') onLine({ level, text: content });
    }
  };
}
