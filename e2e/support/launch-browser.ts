import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Debian and Fedora keep a library that a bare machine may not have. */
const neededLibrary = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so'];

/** What the packaged browser switches off although a person's browser has it on. */
const unwanted =
  /^--(single-process|disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|disk-cache-size)/;

async function findPackaged(): Promise<{ path: string; args: string[] }> {
  // Its package carries the system libraries too, and unpacks them when it believes itself on a bare machine.
  if (!neededLibrary.some(existsSync)) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const args = packaged.args.filter((argument) => !unwanted.test(argument));
  return { path: await packaged.executablePath(), args };
}

/** A real Chromium: the machine's own when it has one, else the one from the npm packages. */
export async function launchBrowser(): Promise<Browser> {
  const own = installed.find(existsSync);
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  if (own)
    return chromium.launch({
      executablePath: own,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet],
    });
  const { path, args } = await findPackaged();
  return chromium.launch({ executablePath: path, args: [...args, ...quiet] });
}
