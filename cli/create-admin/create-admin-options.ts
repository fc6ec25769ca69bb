import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type AdminRole, adminRoles } from '#contract/identity/admin-roles.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';

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

export const createAdminUsage = `Usage:
  npm run create-admin -- <login> [--role owner] [--name "Full Name"] [--phone +380…] [--dual-auth]
  npm run create-admin -- <login> --reset-password
  npm run create-admin -- <login> --reset-second-factor
Roles: ${adminRoles.join(', ')}; --role may be repeated, owner when none is given.
The password is asked for on the terminal, or read from the standard input.`;

/** Options of the command. */
export type CreateAdminOptions =
  | {
      readonly kind: 'create';
      readonly login: string;
      readonly roles: readonly AdminRole[];
      readonly fullName: string;
      readonly phone: string | undefined;
      readonly dualAuth: boolean;
    }
  | {
      readonly kind: 'reset';
      readonly login: string;
      readonly password: boolean;
      readonly secondFactor: boolean;
    }
  | { readonly kind: 'wrong'; readonly problem: string };

const options = {
  role: { type: 'string', multiple: true },
  name: { type: 'string' },
  phone: { type: 'string' },
  'dual-auth': { type: 'boolean' },
  'reset-password': { type: 'boolean' },
  'reset-second-factor': { type: 'boolean' },
} as const;

function isRole(text: string): text is AdminRole {
  return adminRoles.some((role) => role === text);
}

function wrong(problem: string): CreateAdminOptions {
  return { kind: 'wrong', problem };
}

function read(args: readonly string[]): CreateAdminOptions {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [login, ...more] = positionals;
  if (login === undefined || more.length > 0) return wrong('Give one login.');
  const password = values['reset-password'] === true;
  const secondFactor = values['reset-second-factor'] === true;
  const dualAuth = values['dual-auth'] === true;
  if (password || secondFactor) {
    const more = values.role ?? values.name ?? values.phone;
    if (more !== undefined || dualAuth) return wrong('A reset changes nothing else.');
    return { kind: 'reset', login, password, secondFactor };
  }
  const roles = values.role ?? ['owner'];
  if (!roles.every(isRole)) return wrong(`A role is one of ${adminRoles.join(', ')}.`);
  const phone = values.phone === undefined ? undefined : parsePhone(values.phone);
  if (values.phone !== undefined && phone === undefined)
    return wrong('The phone must be +380 and nine digits.');
  return { kind: 'create', login, roles, fullName: values.name ?? '', phone, dualAuth };
}

/** Parses the arguments of `npm run create-admin`. */
export function readCreateAdminOptions(args: readonly string[]): CreateAdminOptions {
  try {
    return read(args);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}
