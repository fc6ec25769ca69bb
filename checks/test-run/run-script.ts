import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../..');

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Gets what it prints; absent: it is printed at once. */
  readonly print?: (text: string) => void;
}

interface ScriptEnd {
  readonly code: number;
  /** Of the script and of all processes that it waited for, the database too. */
  readonly processorSeconds: number;
}

/** Runs a command and writes the times of the shell's children to the descriptor 3. */
const timed = '"$@"; code=$?; times >&3; exit $code';

/** Seconds of the second line of `times`: user and system time of the children, such as `1m2.03s 0m4.5s`. */
function childSeconds(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/** Runs a script of the project with this Node. */
export async function runScript(
  script: string,
  args: readonly string[],
  { environment = {}, print }: RunOptions = {},
): Promise<ScriptEnd> {
  const output = print ? 'pipe' : 'inherit';
  const child = spawn('sh', ['-c', timed, 'sh', process.execPath, join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', output, output, 'pipe'],
    env: { ...process.env, ...environment },
  });
  if (print) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
  const [, , , times] = child.stdio;
  const ended = new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)));
  const measured = times instanceof Readable ? await text(times) : '';
  return { code: await ended, processorSeconds: childSeconds(measured) };
}
