import { startTemplateServer } from '#platform/testing/template-server.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { startProduct } from './running-product.ts';

const settings = {
  sampleUrl: 'JOURNEYS_SAMPLE_URL',
  adminUrl: 'JOURNEYS_ADMIN_URL',
  sharedProductUrl: 'JOURNEYS_SHARED_PRODUCT_URL',
} as const;

/** What the set-up of this run has prepared: the sample as a template, its server as superuser, the product that nobody changes. */
export function prepared(what: keyof typeof settings): string {
  const value = process.env[settings[what]];
  if (value === undefined) throw new Error(`${settings[what]} is missing: run this by \`npm run journeys\``);
  return value;
}

/**
 * Playwright's global set-up: builds the cabinet, lets the product load its sample into a template once, and starts the product that
 * files which change nothing share. The workers inherit the environment.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const data = await temporaryDataFolder();
  const { templateUrl, adminUrl, stop } = await startTemplateServer(async (url) => {
    const product = await startProduct({ dataFolder: data.path, environment: { DATABASE_URL: url } });
    await product.stop();
  });
  process.env[settings.sampleUrl] = templateUrl;
  process.env[settings.adminUrl] = adminUrl;
  const { openProduct } = await import('./open-product.ts');
  const shared = await openProduct();
  process.env[settings.sharedProductUrl] = shared.url;
  return async () => {
    await shared.close();
    await stop();
    await data.remove();
  };
}
