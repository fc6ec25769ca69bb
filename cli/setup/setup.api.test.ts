import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '#contract/identity/sign-in.ts';
import { openTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';
import { sampleEdrpou } from '#sample/supplier-and-tariffs.ts';
import { parseSettings } from './settings-file.ts';
import { words } from './setup.template.ts';
import { runSetup } from './setup.ts';
import { openTerminal } from './terminal.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'svitlo-setup-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.close();
});

const supplier = {
  supplierName: 'ТОВ «Енергія, світло й тепло»',
  supplierShortName: 'Енергія',
  supplierEdrpou: '14360570',
  supplierIban: 'UA213223130000026007233566001',
  supplierBank: 'АТ «Банк»',
  supplierAddress: '46000, м. Тернопіль, вул. Руська, 1',
  supplierPhones: '0 800 300 015;(0352) 51-09-10',
  supplierEmail: 'info@energia.example',
  supplierUrl: 'https://energia.example',
};
const owner = { ownerLogin: 'boss', ownerName: 'Ткачук Оксана', ownerPassword: 'Синій-кіт-на-даху-9' };
const settings = () => ({
  dataFolder: join(folder, 'data'),
  databaseUrl: database.url,
  publicUrl: 'http://127.0.0.1:9',
  clamd: 'off',
});

/** Runs the command; answers its exit code and what it printed. */
async function run(args: readonly string[], typed?: string) {
  let output = '';
  const print = (line: string) => {
    output += `${line}\n`;
  };
  const input = new PassThrough();
  input.end(typed ?? '');
  const code = await runSetup(['--settings', join(folder, 'svitlo.env'), ...args], {
    environment: { SIGNATURE_NETWORK: 'off' },
    openTerminal: () => openTerminal({ input, output: { write: (text) => void print(text) } }),
    print,
  });
  return { code, output };
}

async function answer(answers: object, ...more: readonly string[]) {
  const path = join(folder, 'answers.json');
  await writeFile(path, JSON.stringify(answers));
  return run(['--answers', path, ...more]);
}
const stored = async () => parseSettings(await readFile(join(folder, 'svitlo.env'), 'utf8'));

test('an unattended run makes settings, keys, supplier and an owner who signs in; the second changes only what is named', async () => {
  const first = await answer({ ...settings(), ...supplier, ...owner, backupTo: join(folder, 'copies') });
  expect([first.code, first.output]).toEqual([0, expect.stringContaining(words.next)]);
  expect(first.output).not.toContain(owner.ownerPassword);
  const file = await stored();
  expect(Object.fromEntries(file)).toMatchObject({
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:9', CLAMD: 'off' },
    ...{ TRUSTED_PROXIES: '127.0.0.1', BACKUP_RECIPIENT: expect.stringMatching(/^age1/) },
  });
  const keys = [...file].filter(([name]) => name.endsWith('_KEYS'));
  expect(new Set(keys.map(([, ring]) => ring)).size).toBe(5);
  expect((await stat(join(folder, 'backup-key.txt'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, 'supplier.csv'), 'utf8')).toContain(supplier.supplierIban);

  const again = await answer({ publicUrl: 'http://127.0.0.1:10' });
  expect([again.code, again.output]).toEqual([0, expect.stringContaining(words.supplierKnown)]);
  expect([...(await stored())]).toEqual(
    [...file].map(([name, value]) => [name, name === 'PUBLIC_URL' ? 'http://127.0.0.1:10' : value]),
  );

  const app = await startTestApp(undefined, {}, { database: { ...database, close: async () => undefined } });
  try {
    const suppliers = await app.billingDb.selectFrom('billing.supplier').selectAll().execute();
    expect(suppliers).toMatchObject([{ name: supplier.supplierName, edrpou: '14360570' }]);
    const credentials = Buffer.from(`${owner.ownerLogin}:${owner.ownerPassword}`).toString('base64');
    const { body } = await app.post(
      signInAdmin,
      { login: owner.ownerLogin },
      { authorization: `Basic ${credentials}` },
    );
    expect(body.status).toBe('success');
  } finally {
    await app.close();
  }
}, 120_000);

test('names what is unknown, missing or wrong, and writes nothing', async () => {
  const unknown = await answer({ ...settings(), ownerPasword: 'x' });
  expect([unknown.code, unknown.output]).toEqual([
    1,
    expect.stringContaining(words.unknownAnswer('ownerPasword')),
  ]);
  const { clamd: _, ...without } = settings();
  const missing = await answer({ ...without, publicUrl: 'cabinet.example.com' });
  expect(missing.output).toContain(words.problem('clamd', words.problems.required));
  expect(missing.output).toContain(words.problem('publicUrl', words.problems.site));
  const noOwner = await answer({ ...settings(), ...supplier });
  expect(noOwner.output).toContain(words.problem('ownerLogin', words.problems.required));
  const sample = await answer({ ...settings(), ...supplier, ...owner, supplierEdrpou: sampleEdrpou });
  expect(sample.output).toContain(words.problem('supplierEdrpou', words.problems.sample));
  const weak = await answer({ ...settings(), ...supplier, ...owner, ownerPassword: 'boss2026' });
  expect(weak.output).toContain('ownerPassword');
  const away = await answer({ ...settings(), databaseUrl: 'postgres://nobody@127.0.0.1:9/none' });
  expect(away.output).toContain(words.databaseFailed(''));
  expect([missing, noOwner, sample, weak, away].map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining(['svitlo.env', 'supplier.csv']));
}, 120_000);

test('a secret that is set is replaced only when it is named', async () => {
  const mail = { smtpUrl: 'smtp://a:first@127.0.0.1:9', mailFrom: 'Світло <info@energia.example>' };
  await answer({ ...settings(), ...supplier, ...owner, ...mail });
  const other = { smtpUrl: 'smtp://a:second@127.0.0.1:9' };
  const refused = await answer(other);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(words.secretIsSet('smtpUrl'))]);
  expect(refused.output).not.toContain('second');
  expect((await stored()).get('SMTP_URL')).toBe(mail.smtpUrl);
  expect((await answer(other, '--replace', 'smtpUrl')).code).toBe(0);
  expect((await stored()).get('SMTP_URL')).toBe(other.smtpUrl);
}, 120_000);

test('asks each question until its answer is right, and for the password twice', async () => {
  const { dataFolder, databaseUrl, publicUrl, clamd } = settings();
  const lines = [
    ...[dataFolder, databaseUrl, 'cabinet', publicUrl, '', clamd, '', '', ''],
    ...[
      supplier.supplierName,
      supplier.supplierShortName,
      '1',
      supplier.supplierEdrpou,
      supplier.supplierIban,
    ],
    ...[supplier.supplierBank, supplier.supplierAddress, supplier.supplierPhones, supplier.supplierEmail],
    ...['', supplier.supplierUrl],
    ...[owner.ownerLogin, '', '', owner.ownerPassword, 'other', owner.ownerPassword, owner.ownerPassword],
  ];
  const { code, output } = await run([], `${lines.join('\n')}\n`);
  expect([code, output]).toEqual([0, expect.stringContaining(words.ownerMade('boss'))]);
  for (const problem of [words.problems.site, words.problems.edrpou, words.passwordsDiffer])
    expect(output).toContain(problem);
  expect((await stored()).get('PUBLIC_URL')).toBe(publicUrl);
}, 120_000);

test('an end of the answers writes nothing', async () => {
  const { code, output } = await run([], `${settings().dataFolder}\n`);
  expect([code, output]).toEqual([1, expect.stringContaining(words.ended)]);
  expect(await readdir(folder)).toEqual([]);
});
