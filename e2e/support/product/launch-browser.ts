import { existsSync } from 'node:fs';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Debian and Fedora keep a library that a bare machine may not have. */
const neededLibrary = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so'];

/** What the packaged browser switches off although a person's browser has it on, and drawing by a graphics card imitated in software: of a page's load it costs most. */
const unwanted =
  /^--(single-process|disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|disk-cache-size|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** Finds the browser of the npm packages, unpacked when it is not yet: that two may not do at once. */
async function findPackaged(): Promise<{ path: string; args: string[] }> {
  // Its package carries the system libraries too, and unpacks them when it believes itself on a bare machine.
  if (!neededLibrary.some(existsSync)) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const args = packaged.args.filter((argument) => !unwanted.test(argument));
  return { path: await packaged.executablePath(), args };
}

/** The machine's own Chromium when it has one, else the one from the npm packages, and how it is started. */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const own = installed.find(existsSync);
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
  ];
  if (own) return { executablePath: own, args: ['--no-sandbox', '--disable-quic', ...quiet] };
  const { path, args } = await findPackaged();
  return { executablePath: path, args: [...args, ...quiet] };
}
