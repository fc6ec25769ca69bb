import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The OS account of the database server; PostgreSQL refuses to run as root. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Undefined for a plain user: the server runs as that user. As root: 'postgres' if it exists, else 'nobody', which
 * exists everywhere. No account is created.
 */
export async function findServerAccount(): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = lines.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error('no account to run PostgreSQL with: start as a plain user, or set DATABASE_URL');
}

/** Whether an account may enter a folder (or its nearest existing parent) from the root of the disk. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found) {
      const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return false;
    }
    if (dirname(path) === path) return true;
  }
}
