import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pages } from '#contract/specification.ts';
import { type LandingWord, landingTemplate, landingWords } from '#contract/values/landing-words.template.ts';
import { tableOf } from '#domain/table-of.ts';
import { cached } from '#platform/cached.ts';
import type { PageResponder } from '../failures.ts';

const patterns = pages
  .filter((page) => page.state === 'works')
  .map((page) => new RegExp(`^${page.path.replace(/\$[^/]+/g, '[^/]+')}/?$`));

/** Prerendered pages; other pages start with the loading screen. */
const prerendered: Readonly<Record<string, string>> = tableOf({
  '/': 'index.html',
  '/sign-in/person': 'sign-in-person.html',
});

/** Copy of the loading screen that also preloads the code of the page. */
async function readShells(folder: string): Promise<{ readonly pattern: RegExp; readonly file: string }[]> {
  const text = await readFile(join(folder, 'pages.json'), 'utf8').catch(() => '{}');
  return Object.entries(JSON.parse(text) as Record<string, string>).map(([path, file]) => ({
    pattern: new RegExp(`^${path.replace(/\$[^/]+/g, '[^/]+')}/?$`),
    file,
  }));
}

const escapes: Readonly<Record<string, string>> = tableOf({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
});
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Words that staff publish are visible at each node after at most this time. */
const cacheTtlMs = 1000;

/**
 * The landing with the words that staff have published: in the markup, which needs no script, and for the script that takes it
 * over. Undefined: nothing is published, or the database is away.
 */
function createLanding(template: string, readWords: () => Promise<Readonly<Record<string, string>>>) {
  let last: string | undefined;
  const fill = (words: Readonly<Record<string, string>>) =>
    template.replace(/\{\{landing(?:\.(\w+))?\}\}/g, (_, name: LandingWord | undefined) =>
      escapeHtml(name === undefined ? JSON.stringify(words) : (words[name] ?? landingWords[name])),
    );
  const landings = cached(
    cacheTtlMs,
    async () => {
      const words = await readWords();
      last = Object.keys(words).length > 0 ? fill(words) : undefined;
      return last;
    },
    { isKept: () => true },
  );
  // The last words remain while the database is unavailable.
  return () => landings.get().catch(() => last);
}

/**
 * Serves the built web app: hashed files cached for a year, pages uncached. Returns the page responder, which answers an
 * unknown page with the web app and status 404; undefined when nothing is built.
 * @param readHeadLink The style sheet of the supplier's look, for the end of each head; '': none.
 */
export async function serveWebPages(
  app: FastifyInstance,
  folder: string,
  readLandingWords: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
  readHeadLink: () => Promise<string> = async () => '',
): Promise<PageResponder | undefined> {
  if (!existsSync(join(folder, 'app.html'))) return undefined;
  const html = new Map<string, Buffer>();
  const shells = await readShells(folder);
  for (const file of ['app.html', ...Object.values(prerendered), ...shells.map((shell) => shell.file)]) {
    html.set(file, await readFile(join(folder, file)));
  }
  const template = await readFile(join(folder, landingTemplate), 'utf8').catch(() => undefined);
  const landing = template === undefined ? undefined : createLanding(template, readLandingWords);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${folder}/assets/`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // A worker has the policy of its own response: the one that opens keys can't send anything anywhere.
      if (path.includes('/assets/signing-worker-')) {
        reply.header('content-security-policy', "default-src 'none';base-uri 'none';frame-ancestors 'none'");
      }
    },
  });
  return async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const known = patterns.some((pattern) => pattern.test(path));
    const shell = shells.find(({ pattern }) => pattern.test(path));
    const file = prerendered[path] ?? shell?.file ?? 'app.html';
    const link = await readHeadLink();
    const page = (path === '/' && (await landing?.())) || html.get(file);
    return reply
      .code(known ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(link === '' ? page : page?.toString().replace('</head>', `${link}</head>`));
  };
}
