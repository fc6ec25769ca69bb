import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnusedCode } from './unused-code.ts';

test('findUnusedCode finds an unused file, export, type and package, and what only a test calls', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svitlo-unused-'));
  const files = {
    'package.json': '{ "name": "small", "type": "module", "dependencies": { "left-out": "1.0.0" } }',
    'cli/start.ts': "import { used } from '../domain/sum.ts';\nused();\n",
    'domain/sum.ts':
      'export const used = () => 1;\nexport const unread = 2;\nexport const onlyTested = 3;\nexport type Unnamed = 4;\n',
    'domain/forgotten.ts': 'export const nothing = 1;\n',
    'domain/sum.test.ts': "import { onlyTested } from './sum.ts';\nonlyTested;\n",
  };
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const [unused, onlyTested] = await findUnusedCode(folder);
    for (const name of ['left-out', 'unread', 'Unnamed', 'domain/forgotten.ts'])
      expect(unused).toContain(name);
    expect(unused).not.toContain('onlyTested');
    expect(onlyTested).toContain('onlyTested');
    expect(onlyTested).not.toMatch(/^used\b/m);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
