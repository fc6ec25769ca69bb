import { findInShell, SHELL_PAGE, type Shell } from './shell.ts';
import { withoutPreloads } from './without-preloads.ts';

/** How long a page is waited for before what the device has is shown. */
const PATIENCE_MS = 5000;

const CABINET = /^\/(?:$|cabinet(?:\/|$)|(?:auth|admin|recover)\/?$|sign-(?:in|up)\/)/;

/** Whether an address is a page of the cabinet: calls, files of others, the test bank and the probes are none. */
export function isCabinetPage(path: string): boolean {
  return CABINET.test(path);
}

/**
 * A page: from the network, so that a new build is seen at once; from the device when there is no network, it takes too
 * long, or what stands before the server says that the server is down.
 */
export async function answerPage(
  shell: Shell,
  request: Request,
  begun: Promise<Response | undefined>,
): Promise<Response> {
  const fromNetwork = begun.then((response) => response ?? fetch(request)).then(withoutPreloads);
  try {
    const response = await within(PATIENCE_MS, fromNetwork);
    if (response && response.status < 502) return response;
  } catch {
    // Without a network the device answers below.
  }
  const known = await findInShell(shell, SHELL_PAGE);
  return known ? withoutPreloads(known) : fromNetwork;
}

/** What comes in time; undefined: nothing did. */
async function within<T>(milliseconds: number, coming: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
