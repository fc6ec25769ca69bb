import { createHash } from 'node:crypto';
import { addLogo, getBrand, maxLogoMb, saveBrand } from '#contract/supplier/brand.ts';
import { failingPair, leastContrast } from '#domain/brand/accent.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { changedFields, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { cleanLogoOf } from '#portal/modules/readings/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  type BrandVersion,
  findLogo,
  insertBrandVersion,
  insertLogo,
  listBrandVersions,
  lockBrand,
} from './brand-store.ts';
import { logoUrl } from './brand-style.ts';

function brandData({ accentLight, accentDark, logoHash, width, height, reason, by, at }: BrandVersion) {
  return {
    accent: accentLight !== null && accentDark !== null ? { light: accentLight, dark: accentDark } : null,
    logo:
      logoHash === null
        ? null
        : { hash: logoHash, url: logoUrl(logoHash), width: width ?? 1, height: height ?? 1 },
    ...{ reason, by, at: instantToIso(at) },
  };
}

async function readBrand(db: PortalDatabase) {
  const versions = await listBrandVersions(db);
  const [brand = null, ...history] = versions.map(brandData);
  return { revision: versions[0]?.version ?? 0, brand, history };
}

/** Where width and height of a PNG stand (ISO 15948, IHDR). */
const sizeOfPng = (content: Buffer) => ({
  width: content.readUInt32BE(16),
  height: content.readUInt32BE(20),
});

/** Accent and logo that customers see (decision 0146). */
export function brandRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(getBrand, async () => succeed(await readBrand(db))),

    route(saveBrand, async ({ accent, logo, reason, revision }, context) => {
      for (const theme of ['light', 'dark'] as const) {
        const pair = accent && failingPair(accent[theme], theme);
        if (pair) return fail('supplier.accentContrast', { n: String(leastContrast).replace('.', ',') });
      }
      return db.transaction().execute(async (transaction) => {
        await lockBrand(transaction);
        const [present] = await listBrandVersions(transaction, 1);
        if ((present?.version ?? 0) !== revision) return fail('management.changedMeanwhile');
        if (logo !== null && (await findLogo(transaction, logo)) === undefined)
          return fail('common.notFound');
        const at = context.clock.now();
        const by = context.session.identityId;
        await insertBrandVersion(transaction, { version: revision + 1, accent, logo, reason, by, at });
        const before = present ? brandData(present) : undefined;
        const changed = changedFields(
          { accent: before?.accent ?? null, logo: before?.logo?.hash ?? null },
          { accent, logo },
        );
        await insertStaffChange(transaction, context, { subject: 'brand', ...changed }, at);
        return succeed(await readBrand(transaction));
      });
    }),

    route(
      addLogo,
      async (_input, { readFile, clock }) => {
        const cleaned = await cleanLogoOf(await readFile());
        if (!(cleaned instanceof Uint8Array)) return fail('supplier.logoRefused', { size: maxLogoMb });
        const content = Buffer.from(cleaned);
        const hash = createHash('sha256').update(content).digest('hex');
        const size = sizeOfPng(content);
        await insertLogo(db, { hash, content, ...size }, clock.now());
        return succeed({ logo: { hash, url: logoUrl(hash), ...size } });
      },
      { work: 'now' },
    ),
  ];
}
