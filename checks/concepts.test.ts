import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { concepts, findConceptProblems, rooms } from './concepts.ts';

const root = join(import.meta.dirname, '..');

describe('concepts', () => {
  it('have one name in every room', () => {
    const entries = Object.fromEntries(rooms.map((room) => [room, readdirSync(join(root, room))]));
    expect(findConceptProblems(entries)).toEqual([]);
  });

  it('findConceptProblems names a folder that is no concept and a concept without a folder', () => {
    const names = Object.keys(concepts).filter((name) => name !== 'home');
    expect(
      findConceptProblems({ contract: [...names.map((name) => `${name}.ts`), 'bankStatements.ts'] }),
    ).toEqual([
      'contract/bankStatements: no such concept; use its name or add it to checks/concepts.ts',
      'home: no room has this concept; remove it from checks/concepts.ts',
    ]);
  });
});
