import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const lineShape = /^\s*([A-Z][A-Z0-9_]*)=(.*)$/;
const plainValue = /^[\w@%+=:,./~^[\]-]*$/;

/** Values by the name of their variable. */
export type Settings = ReadonlyMap<string, string>;

function readValue(written: string): string {
  const text = written.trim();
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return text.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
  return text;
}

/** A value as systemd, `docker compose` and a shell read it alike. @throws Error for a line break. */
function writeValue(value: string): string {
  if (/[\r\n]/.test(value)) throw new Error('a setting has one line');
  if (plainValue.test(value)) return value;
  return value.includes("'") ? `"${value.replace(/["\\$`]/g, '\\$&')}"` : `'${value}'`;
}

export function parseSettings(text: string): Settings {
  const found = text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = lineShape.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, readValue(value)]];
  });
  return new Map(found);
}

/** The text with these values: lines of other variables and comments stay as they are, what is new is added at the end. */
export function changeSettings(text: string, changes: Settings): string {
  const left = new Map(changes);
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const changed = lines.map((line) => {
    const name = lineShape.exec(line)?.[1];
    const value = name === undefined ? undefined : changes.get(name);
    if (name === undefined || value === undefined) return line;
    left.delete(name);
    return `${name}=${writeValue(value)}`;
  });
  for (const [name, value] of left) changed.push(`${name}=${writeValue(value)}`);
  return changed.length === 0 ? '' : `${changed.join('\n')}\n`;
}

/** '': there is no such file. */
export async function readSettingsFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return '';
    throw error;
  });
}

/** Replaces the file as a whole; it has secrets, so only its owner reads it. */
export async function writeSettingsFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
