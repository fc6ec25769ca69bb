import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { parseSettings } from '#cli/setup/settings-file.ts';
import { signInAdmin } from '#contract/identity/sign-in.ts';
import { getServiceStatus } from '#contract/service-status.ts';
import { startProduct } from '#e2e/support/product/running-product.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  });
  return (await response.json()) as Record<string, unknown>;
};

test('from nothing to production that the owner signs in to, by one command and a start', async () => {
  const data = await temporaryDataFolder();
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-setup-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const owner = { ownerLogin: 'boss', ownerPassword: 'Синій-кіт-на-даху-9' };
  try {
    const answers = {
      ...{ dataFolder: data.path, publicUrl: url, clamd: 'off', ...owner },
      ...{ supplierName: 'ТОВ «Енергія»', supplierShortName: 'Енергія', supplierEdrpou: '14360570' },
      ...{ supplierIban: 'UA213223130000026007233566001', supplierBank: 'АТ «Банк»' },
      ...{ supplierAddress: 'м. Тернопіль, вул. Руська, 1', supplierPhones: '0 800 300 015' },
      ...{ supplierEmail: 'info@energia.example', supplierUrl: 'https://energia.example' },
    };
    const [file, settings] = [join(folder, 'answers.json'), join(folder, 'svitlo.env')];
    await writeFile(file, JSON.stringify(answers));
    const script = join(root, 'cli/setup/setup.ts');
    await run(process.execPath, [script, '--answers', file, '--settings', settings], { cwd: root });

    const environment = Object.fromEntries(parseSettings(await readFile(settings, 'utf8')));
    const product = await startProduct({ dataFolder: data.path, port, environment });
    try {
      const credentials = Buffer.from(`${owner.ownerLogin}:${owner.ownerPassword}`).toString('base64');
      const signedIn = await post(
        url + signInAdmin.path,
        { login: owner.ownerLogin },
        { authorization: `Basic ${credentials}`, origin: url },
      );
      expect(signedIn.status).toBe('success');
      const { service } = await post(url + getServiceStatus.path, {});
      expect(service).toMatchObject({ running: null, planned: null, incidents: [] });
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
    await data.remove();
  }
});
