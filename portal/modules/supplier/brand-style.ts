import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { cached } from '#platform/cached.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type BrandVersion, findLogo, listBrandVersions } from './brand-store.ts';

export const logoUrl = (hash: string) => `/brand/${hash}.png`;

/** Height of a logo in a header, of the mark that it takes the place of; widest is four times that. */
const logoRem = 1.75;
const maxRatio = 4;

/**
 * The style sheet of the supplier's look: it gives custom properties of the tokens other values and puts the logo in the place of the
 * mark. So no script of the cabinet knows of it, and the policy that forbids inline styles stays. '': the look of the product.
 */
function brandStyle(brand: BrandVersion | undefined): string {
  if (brand === undefined) return '';
  const { accentLight, accentDark, logoHash, width, height } = brand;
  const rules: string[] = [];
  if (accentLight !== null && accentDark !== null) {
    const dark = `{--link:${accentDark};--focus:${accentDark}}`;
    rules.push(
      `:root{--link:${accentLight};--focus:${accentLight}}`,
      `:root[data-theme="dark"]${dark}`,
      `@media (prefers-color-scheme:dark){:root:not([data-theme="light"])${dark}}`,
    );
  }
  if (logoHash !== null && width !== null && height !== null) {
    const ratio = Math.min(width / height, maxRatio).toFixed(3);
    rules.push(
      '[data-brand]>svg{display:none}',
      `[data-brand]::before{content:"";flex:none;block-size:${logoRem}rem;aspect-ratio:${ratio};border-radius:.25rem;` +
        `background:#fff url(${logoUrl(logoHash)}) center/contain no-repeat;box-shadow:0 0 0 .125rem #fff}`,
    );
  }
  return rules.join('\n');
}

/** A change of the brand is visible at each node after at most this time. */
const cacheTtlMs = 1000;

export interface BrandReader {
  /** The element for the head of each page; '': the look of the product. */
  readonly headLink: () => Promise<string>;
  /** The newest style sheet with its hash. */
  readonly style: () => Promise<{ readonly css: string; readonly hash: string }>;
}

/** Reads the brand at most once a second; the last style remains while the database is unavailable. */
export function createBrandReader(db: PortalDatabase): BrandReader {
  let last = { css: '', hash: '' };
  const styles = cached(cacheTtlMs, async () => {
    try {
      const [newest] = await listBrandVersions(db, 1);
      const css = brandStyle(newest);
      last = { css, hash: createHash('sha256').update(css).digest('hex') };
    } catch {
      // Every page asks for it: the database is not asked again within the time either.
    }
    return last;
  });
  return {
    style: styles.get,
    headLink: async () => {
      const { css, hash } = await styles.get();
      return css === '' ? '' : `<link rel="stylesheet" href="/brand/${hash}.css">`;
    },
  };
}

const immutable = 'public, max-age=31536000, immutable';

/** Serves style sheet and logos under their hashes, to everybody and for good. */
export function brandPlugin(db: PortalDatabase, brand: BrandReader): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { file: string } }>('/brand/:file', async (request, reply) => {
      const [, hash = '', kind] = /^([0-9a-f]{64})\.(css|png)$/.exec(request.params.file) ?? [];
      if (kind === 'png') {
        const logo = await findLogo(db, hash);
        if (logo) return reply.header('cache-control', immutable).type('image/png').send(logo);
      }
      if (kind === 'css') {
        const { css, hash: newest } = await brand.style();
        // A page of before a change, or of a node that knows it sooner, gets the style of now and asks again.
        return reply
          .header('cache-control', hash === newest ? immutable : 'no-cache')
          .type('text/css; charset=utf-8')
          .send(css);
      }
      return reply.callNotFound();
    });
  };
}
