import { startTemplateServer } from '#platform/testing/template-server.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { unpackBrowser } from './launch-browser.ts';
import { startProduct } from './running-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The template with the sample supplier, as the product itself has loaded it. */
    sampleUrl: string;
  }
}

/** Vitest's global set-up of journeys: builds the cabinet, and lets the product load its sample into a template once. */
export default async function setUp(project: {
  provide(key: 'sampleUrl' | 'adminUrl', value: string): void;
}) {
  const { templateUrl, adminUrl, stop } = await startTemplateServer(async (url) => {
    const data = await temporaryDataFolder();
    const environment = { DATABASE_URL: url };
    const [product] = await Promise.all([
      startProduct({ dataFolder: data.path, environment }),
      unpackBrowser(),
    ]);
    await product.stop();
    await data.remove();
  });
  project.provide('sampleUrl', templateUrl);
  project.provide('adminUrl', adminUrl);
  return stop;
}
