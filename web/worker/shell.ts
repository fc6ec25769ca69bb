/** One build of the cabinet as a device keeps it. Written into the worker by the build. */
export interface Shell {
  /** Another one for every build that differs. */
  readonly version: string;
  /** Addresses of all that pages need without a network. */
  readonly files: readonly string[];
}

const PREFIX = 'svitlo-shell-';
const HASHED = '/assets/';
/** The page that every address of the cabinet starts with. */
export const SHELL_PAGE = '/app.html';
/** So many at once, that the page itself is not kept waiting. */
const AT_ONCE = 4;
/** Tabs that were open before a new build came go on with their own code: the build before is kept too. */
const BUILDS_KEPT = 2;

const nameOf = ({ version }: Shell) => PREFIX + version;

/**
 * Keeps a build whole, or not at all. What has the hash of its content in its name is taken over from the build before.
 * @throws when a file can't be had: the worker of before stays.
 */
export async function keepShell(shell: Shell): Promise<void> {
  const cache = await caches.open(nameOf(shell));
  const left = [...shell.files];
  const fetchNext = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      const known = file.startsWith(HASHED) ? await caches.match(file, { ignoreVary: true }) : undefined;
      // What has no hash is asked of the server itself, past whatever the browser has of it.
      const request = new Request(file, { cache: file.startsWith(HASHED) ? 'default' : 'no-cache' });
      const response = known ?? (await fetch(request));
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(file, response);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  } catch (error) {
    await caches.delete(nameOf(shell));
    throw error;
  }
}

/** Forgets all builds but this and the one before. */
export async function deleteOldShells(shell: Shell): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== nameOf(shell));
  // In the order in which they were made.
  const gone = others.slice(0, Math.max(0, others.length - (BUILDS_KEPT - 1)));
  await Promise.all(gone.map((name) => caches.delete(name)));
}

/** A file of this build; undefined when the device lost it. */
export async function findInShell(shell: Shell, file: string): Promise<Response | undefined> {
  const cache = await caches.open(nameOf(shell));
  return cache.match(file, { ignoreVary: true });
}

/** Code, styles and fonts: from the device, whichever build they are of, else from the network, kept for the next time. */
export async function answerAsset(shell: Shell, request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(nameOf(shell));
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  return response;
}

/** A small file without a hash, such as an icon: from the network, without one from the device. */
export async function answerFile(shell: Shell, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await findInShell(shell, new URL(request.url).pathname);
    if (known) return known;
    throw error;
  }
}
