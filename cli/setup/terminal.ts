import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { words } from './setup.template.ts';

/** Asks questions of a person, or of a file with a line for each. */
export interface SetupTerminal {
  /** @param isSecret What is typed is not shown. */
  ask(question: string, isSecret?: boolean): Promise<string>;
  print(line: string): void;
  close(): void;
}

interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: { write(text: string): unknown };
}

/** On a terminal lines can be edited. Lines that come before their question wait for it. `ask` fails on Ctrl+C and at the end of the input. */
export function openTerminal({ input, output }: TerminalStreams): SetupTerminal {
  let isSilent = false;
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isSilent) output.write(chunk.toString());
      done();
    },
  });
  const isTerminal = input.isTTY === true;
  const lines = createInterface({ input, terminal: isTerminal, ...(isTerminal && { output: echo }) });
  const typed: string[] = [];
  let waiting:
    | { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }
    | undefined;
  let ended: Error | undefined;

  function end(reason: string): void {
    ended ??= new Error(reason);
    waiting?.reject(ended);
    waiting = undefined;
  }
  lines.on('line', (line) => {
    if (waiting === undefined) typed.push(line);
    else waiting.resolve(line);
    waiting = undefined;
  });
  lines.on('SIGINT', () => {
    end(words.interrupted);
    lines.close();
  });
  lines.on('close', () => end(words.ended));

  return {
    async ask(question, isSecret = false) {
      lines.setPrompt(isSecret || !isTerminal ? '' : `${question}: `);
      if (isSecret || !isTerminal) output.write(`${question}: `);
      else lines.prompt();
      isSilent = isSecret;
      try {
        const line = typed.shift();
        if (line !== undefined) return line;
        if (ended) throw ended;
        return await new Promise<string>((resolve, reject) => {
          waiting = { resolve, reject };
        });
      } finally {
        isSilent = false;
        // Nothing shows that Enter was pressed.
        if (isSecret || !isTerminal) output.write('\n');
      }
    },
    print: (line) => void output.write(`${line}\n`),
    close: () => lines.close(),
  };
}
