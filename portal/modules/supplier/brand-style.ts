import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { singleFlight } from '#platform/single-flight.ts';
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

/** What is known of the brand stays so long on a node. */
const keptMs = 1000;

export interface BrandReader {
  /** The element for the head of each page; '': the look of the product. */
  readonly headLink: () => Promise<string>;
  /** The newest style sheet with its hash. */
  readonly style: () => Promise<{ readonly css: string; readonly hash: string }>;
}

/** Reads the brand at most once a second; what is known stays while the database is away. */
export function createBrandReader(db: PortalDatabase): BrandReader {
  let kept = { css: '', hash: '', at: Number.NEGATIVE_INFINITY };
  const reading = singleFlight(async () => {
    try {
      const [newest] = await listBrandVersions(db, 1);
      const css = brandStyle(newest);
      kept = { css, hash: createHash('sha256').update(css).digest('hex'), at: performance.now() };
    } catch {
      kept = { ...kept, at: performance.now() };
    }
  });
  async function style() {
    if (performance.now() - kept.at >= keptMs) await reading.run();
    return kept;
  }
  return {
    style,
    headLink: async () => {
      const { css, hash } = await style();
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
