import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Input of the password and output of the questions. */
export interface PasswordTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: { write(text: string): unknown };
}

async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}

async function askTwice({ input, output }: PasswordTerminal): Promise<string> {
  // Suppresses the echo.
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silence, terminal: true });
  const interrupted = new Promise<never>((_, reject) => {
    lines.on('SIGINT', () => reject(new Error('Interrupted.')));
  });
  async function ask(question: string): Promise<string> {
    output.write(question);
    const answer = await Promise.race([lines.question(''), interrupted]);
    output.write('\n');
    return answer;
  }
  try {
    const password = await ask('Password: ');
    if ((await ask('Once more: ')) !== password) throw new Error('The two are not the same.');
    return password;
  } finally {
    lines.close();
  }
}

/**
 * Reads a new password: twice on a terminal without echo, else the first line of stdin. Throws when the entries differ
 * or on an interrupt.
 */
export async function readNewPassword(terminal: PasswordTerminal): Promise<string> {
  return terminal.input.isTTY ? askTwice(terminal) : readFirstLine(terminal.input);
}
