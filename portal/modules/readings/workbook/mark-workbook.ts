import { utils, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { openWorkbook, unpackWorkbook, type WorkbookLayout } from './read-workbook.ts';
import { checkTitle } from './workbook-columns.template.ts';

/** A cell to mark; rows and columns count from 0. */
export interface CellMark {
  readonly row: number;
  readonly column: number;
  readonly message: string;
  /** The row is right: its text is a note, and the cell is not filled. */
  readonly isNote?: boolean | undefined;
}

type Files = Record<string, Uint8Array>;

/**
 * The uploaded workbook with its wrong cells filled and a column that tells of each row what is wrong, or who checks it. An XLSX keeps everything
 * else as it was; an XLS becomes an XLSX. Marks of an earlier check are taken off. Runs in a worker process.
 */
export function markWorkbook(
  content: Uint8Array,
  layout: WorkbookLayout,
  marks: readonly CellMark[],
): Uint8Array {
  const isXlsx = content[0] === 0x50;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const files = isXlsx ? unpackWorkbook(bytes) : converted(content);
  return zipSync(markFiles(files, layout, marks) ?? markFiles(converted(content), layout, marks) ?? files);
}

/** The workbook as the library writes it: values, formulas and widths, but not its look. */
function converted(content: Uint8Array): Files {
  return unzipSync(new Uint8Array(write(openWorkbook(content), { type: 'buffer', bookType: 'xlsx' })));
}

/** undefined: the parts are not where they usually are. */
function markFiles(files: Files, layout: WorkbookLayout, marks: readonly CellMark[]): Files | undefined {
  const sheetPath = pathOfSheet(files, layout.sheet);
  const styles = files['xl/styles.xml'];
  const sheet = sheetPath === undefined ? undefined : files[sheetPath];
  if (sheetPath === undefined || sheet === undefined || styles === undefined) return undefined;
  const filler = createFiller(strFromU8(styles));
  if (filler === undefined) return undefined;
  const marked = markSheet(strFromU8(sheet), layout, marks, filler);
  if (marked === undefined) return undefined;
  return { ...files, [sheetPath]: strToU8(marked), 'xl/styles.xml': strToU8(filler.styles()) };
}

const attributeOf = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((text) => text !== undefined);

/** By the relations of the workbook (ECMA-376, 18.2.19). */
function pathOfSheet(files: Files, index: number): string | undefined {
  const [book, relations] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'].map((name) => files[name]);
  if (book === undefined || relations === undefined) return undefined;
  const sheets = strFromU8(book).match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? [];
  const id = attributeOf(sheets[index] ?? '', '\\w+:id');
  const relation = (strFromU8(relations).match(/<Relationship\s[^>]*>/g) ?? []).find(
    (tag) => attributeOf(tag, 'Id') === id,
  );
  const target = relation && attributeOf(relation, 'Target');
  if (target === undefined) return undefined;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Fills of cells, made when they are needed. */
interface Filler {
  /** The style of a cell with another fill: ours, or none in place of ours. */
  restyled(style: number, isMarked: boolean): number;
  /** The style sheet with what was made. */
  styles(): string;
}

const markColor = 'FFFFC7CE';

/** undefined: the style sheet has no fills or no cell formats that could be added to. */
function createFiller(xml: string): Filler | undefined {
  const fills = /<fills\b[^>]*>([\s\S]*?)<\/fills>/.exec(xml);
  const formats = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/.exec(xml);
  if (fills?.[1] === undefined || formats?.[1] === undefined) return undefined;
  const fillList: string[] = fills[1].match(/<fill\b[^>]*?(?:\/>|>[\s\S]*?<\/fill>)/g) ?? [];
  const formatList: string[] = formats[1].match(/<xf\b[^>]*?(?:\/>|>[\s\S]*?<\/xf>)/g) ?? [];
  let fillId = fillList.findIndex((fill) => fill.includes(markColor));
  if (fillId === -1) {
    fillId = fillList.length;
    fillList.push(
      `<fill><patternFill patternType="solid"><fgColor rgb="${markColor}"/><bgColor indexed="64"/></patternFill></fill>`,
    );
  }
  const made = new Map<string, number>();
  const withFill = (format: string, id: number) =>
    format.replace(/^<xf\b([^>]*?)(\/?)>/, (_, attributes: string, end: string) => {
      const others = attributes.replace(/\s(?:fillId|applyFill)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
      return `<xf${others} fillId="${id}" applyFill="1"${end}>`;
    });
  return {
    restyled(style, isMarked) {
      const format = formatList[style] ?? '<xf/>';
      const isOurs = attributeOf(format, 'fillId') === String(fillId);
      if (isMarked === isOurs) return style;
      const key = `${style} ${isMarked}`;
      const known = made.get(key);
      if (known !== undefined) return known;
      formatList.push(withFill(format, isMarked ? fillId : 0));
      made.set(key, formatList.length - 1);
      return formatList.length - 1;
    },
    styles: () =>
      xml
        .replace(fills[0], () => `<fills count="${fillList.length}">${fillList.join('')}</fills>`)
        .replace(formats[0], () => `<cellXfs count="${formatList.length}">${formatList.join('')}</cellXfs>`),
  };
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

/** The sheet with the marks; undefined: its cells have a prefix or it has no cells. */
function markSheet(
  xml: string,
  { titleRow, checkColumn }: WorkbookLayout,
  marks: readonly CellMark[],
  filler: Filler,
): string | undefined {
  const data = /<sheetData\b[^>]*>([\s\S]*)<\/sheetData>/.exec(xml);
  if (data?.[1] === undefined) return undefined;
  const marksOf = Map.groupBy(marks, ({ row }) => row);
  let next = 0;
  const rows = data[1].replace(
    /<row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g,
    (whole, attributes: string, cells: string | undefined) => {
      const named = attributeOf(attributes, 'r');
      const row = named === undefined ? next : Number(named) - 1;
      next = row + 1;
      if (row < titleRow) return whole;
      const ofRow = marksOf.get(row) ?? [];
      const message = row === titleRow ? checkTitle : ofRow.map((mark) => mark.message).join(' ');
      const wrong = ofRow.filter(({ isNote }) => !isNote);
      const marked = markRow(cells ?? '', row, wrong, filler, message, checkColumn);
      return `<row${attributes.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '')}>${marked}</row>`;
    },
  );
  return xml.replace(data[0], () => `<sheetData>${rows}</sheetData>`).replace(/<dimension\b[^>]*?\/>/, '');
}

function markRow(
  cells: string,
  row: number,
  marks: readonly CellMark[],
  filler: Filler,
  message: string,
  checkColumn: number,
): string {
  const missing = new Set(marks.map(({ column }) => column));
  const parts: { column: number; xml: string }[] = [];
  let next = 0;
  for (const [whole, attributes = ''] of cells.matchAll(/<c\b([^>]*?)(?:\/>|>[\s\S]*?<\/c>)/g)) {
    const named = attributeOf(attributes, 'r');
    const column = named === undefined ? next : utils.decode_cell(named).c;
    next = column + 1;
    if (column === checkColumn) continue;
    const style = Number(attributeOf(attributes, 's') ?? 0);
    const restyled = filler.restyled(style, missing.delete(column));
    parts.push({ column, xml: restyled === style ? whole : withStyle(whole, restyled) });
  }
  for (const column of missing) {
    const name = utils.encode_cell({ r: row, c: column });
    parts.push({ column, xml: `<c r="${name}" s="${filler.restyled(0, true)}"/>` });
  }
  if (message !== '') {
    const name = utils.encode_cell({ r: row, c: checkColumn });
    const text = `<is><t xml:space="preserve">${escaped(message)}</t></is>`;
    parts.push({ column: checkColumn, xml: `<c r="${name}" t="inlineStr">${text}</c>` });
  }
  return parts
    .sort((one, other) => one.column - other.column)
    .map(({ xml }) => xml)
    .join('');
}

function withStyle(cell: string, style: number): string {
  return cell.replace(/^<c\b([^>]*?)(\/?)>/, (_, attributes: string, end: string) => {
    const others = attributes.replace(/\ss\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    return `<c${others} s="${style}"${end}>`;
  });
}
