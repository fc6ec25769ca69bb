import type { Content } from '#contract/content.ts';

type Block = Extract<Content, { kind: 'article' }>['blocks'][number];

const marks = { heading: '#', note: '!', list: '-' } as const;
const linkShape = /^\[([^\]]+)\]\(((?:\/(?!\/)|https:\/\/)\S+)\)$/;
const stepShape = /^\d+[.)]\s+/;

/** The blocks of an article as text: an empty line parts them, the first sign of a line says what it is. */
export function writeBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'paragraph') return block.text;
      if (block.kind === 'link') return `[${block.text}](${block.href})`;
      if (block.kind === 'steps') return block.items.map((item, index) => `${index + 1}. ${item}`).join('\n');
      if (block.kind === 'list') return block.items.map((item) => `${marks.list} ${item}`).join('\n');
      return `${marks[block.kind]} ${block.text}`;
    })
    .join('\n\n');
}

const withoutMark = (line: string, mark: string) => line.slice(mark.length).trim();

function readBlock(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const whole = lines.join(' ');
  const [, text, href] = linkShape.exec(whole) ?? [];
  if (text !== undefined && href !== undefined) return { kind: 'link', text: text.trim(), href };
  if (lines.every((line) => stepShape.test(line)))
    return { kind: 'steps', items: lines.map((line) => line.replace(stepShape, '').trim()) };
  if (lines.every((line) => line.startsWith(`${marks.list} `)))
    return { kind: 'list', items: lines.map((line) => withoutMark(line, marks.list)) };
  if (first.startsWith(`${marks.heading} `))
    return { kind: 'heading', text: withoutMark(whole, marks.heading) };
  if (first.startsWith(`${marks.note} `)) return { kind: 'note', text: withoutMark(whole, marks.note) };
  return { kind: 'paragraph', text: whole };
}

/** Reads what `writeBlocks` writes; whatever has no mark is a paragraph, and stays plain text. */
export function readBlocks(typed: string): Block[] {
  return typed
    .split(/\n\s*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((lines) => lines.length > 0)
    .map(readBlock);
}
