import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAsset, answerFile, deleteOldShells, findInShell, keepShell } from './shell.ts';

const builds = new Map<string, Map<string, string>>();
const addressOf = (asked: string | Request) =>
  typeof asked === 'string' ? asked : asked.url.replace('https://svitlo.example', '');

const cacheOf = (name: string) => ({
  match: async (asked: string | Request) => found(builds.get(name)?.get(addressOf(asked))),
  put: async (asked: string | Request, response: Response) =>
    builds.get(name)?.set(addressOf(asked), await response.text()),
});
const found = (text: string | undefined) => (text === undefined ? undefined : new Response(text));

/** What the server has; asked for what it has not, it answers 404. */
let served: Record<string, string>;
let asked: string[];

class FakeRequest {
  readonly url: string;
  constructor(file: string) {
    this.url = `https://svitlo.example${file}`;
  }
}

beforeEach(() => {
  builds.clear();
  asked = [];
  served = { '/app.html': 'shell 1', '/assets/a-1.js': 'a', '/assets/b-1.js': 'b' };
  vi.stubGlobal('Request', FakeRequest);
  vi.stubGlobal('fetch', async (request: Request) => {
    const address = addressOf(request);
    asked.push(address);
    const text = served[address];
    return text === undefined ? new Response('', { status: 404 }) : new Response(text);
  });
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      if (!builds.has(name)) builds.set(name, new Map());
      return cacheOf(name);
    },
    keys: async () => [...builds.keys()],
    delete: async (name: string) => builds.delete(name),
    match: async (file: string | Request) =>
      found(
        [...builds.values()].map((files) => files.get(addressOf(file))).find((text) => text !== undefined),
      ),
  });
});

afterEach(() => vi.unstubAllGlobals());

const one = { version: 'one', files: ['/app.html', '/assets/a-1.js', '/assets/b-1.js'] };
const two = { version: 'two', files: ['/app.html', '/assets/a-1.js', '/assets/b-2.js'] };
const three = { version: 'three', files: ['/app.html'] };
const request = (file: string) => new FakeRequest(file) as unknown as Request;

test('a build is kept whole', async () => {
  await keepShell(one);
  expect(Object.fromEntries(builds.get('svitlo-shell-one') ?? [])).toEqual(served);
});

test('a new build asks only for what differs, and for the page itself', async () => {
  await keepShell(one);
  asked = [];
  served = { '/app.html': 'shell 2', '/assets/b-2.js': 'b2' };
  await keepShell(two);
  expect(asked.sort()).toEqual(['/app.html', '/assets/b-2.js']);
  expect(await (await findInShell(two, '/app.html'))?.text()).toBe('shell 2');
  expect(await (await findInShell(two, '/assets/a-1.js'))?.text()).toBe('a');
});

test('an incomplete build leaves nothing, and the one before is kept', async () => {
  await keepShell(one);
  await expect(keepShell(two)).rejects.toThrow('/assets/b-2.js: 404');
  expect([...builds.keys()]).toEqual(['svitlo-shell-one']);
});

test('open tabs find the code of the build before; older ones go, what is not ours stays', async () => {
  builds.set('somebody-else', new Map());
  await keepShell(one);
  served['/assets/b-2.js'] = 'b2';
  await keepShell(two);
  await deleteOldShells(two);
  expect(await (await answerAsset(two, request('/assets/b-1.js'))).text()).toBe('b');
  await keepShell(three);
  await deleteOldShells(three);
  expect([...builds.keys()]).toEqual(['somebody-else', 'svitlo-shell-two', 'svitlo-shell-three']);
});

test('code that is not kept yet comes from the network once', async () => {
  await keepShell(three);
  asked = [];
  expect(await (await answerAsset(three, request('/assets/a-1.js'))).text()).toBe('a');
  expect(await (await answerAsset(three, request('/assets/a-1.js'))).text()).toBe('a');
  expect(asked).toEqual(['/assets/a-1.js']);
});

test('code that is gone from the server is said to be gone, and not kept', async () => {
  await keepShell(three);
  expect((await answerAsset(three, request('/assets/gone.js'))).status).toBe(404);
  expect(builds.get('svitlo-shell-three')?.has('/assets/gone.js')).toBe(false);
});

test('a file without a hash is fresh with a network, and kept without one', async () => {
  await keepShell(one);
  served['/app.html'] = 'shell 2';
  expect(await (await answerFile(one, request('/app.html'))).text()).toBe('shell 2');
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await (await answerFile(one, request('/app.html'))).text()).toBe('shell 1');
  await expect(answerFile(one, request('/other.svg'))).rejects.toThrow('Failed to fetch');
});
