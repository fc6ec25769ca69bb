import { startTemplateServer } from '#platform/testing/template-server.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { openProduct } from './open-product.ts';
import { preparedSettings } from './prepared.ts';
import { startProduct } from './running-product.ts';

/**
 * Playwright's global set-up: builds the cabinet, lets the product load its sample into a template once, and starts the product that
 * files which change nothing share. The workers inherit the environment.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const data = await temporaryDataFolder();
  const { templateUrl, adminUrl, stop } = await startTemplateServer(async (url, superuserUrl) => {
    const product = await startProduct({
      dataFolder: data.path,
      environment: { DATABASE_URL: url, DATABASE_ADMIN_URL: superuserUrl },
    });
    await product.stop();
  });
  process.env[preparedSettings.sampleUrl] = templateUrl;
  process.env[preparedSettings.adminUrl] = adminUrl;
  const shared = await openProduct();
  process.env[preparedSettings.sharedProductUrl] = shared.url;
  return async () => {
    await shared.close();
    await stop();
    await data.remove();
  };
}
