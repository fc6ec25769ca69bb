/** An element of a document that was read; names keep their prefix. */
export interface ReadElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ReadElement[];
  readonly text: string;
}

interface OpenElement extends ReadElement {
  readonly children: ReadElement[];
  text: string;
}

const token = /<\?[^>]*\?>|<\/([\w:.-]+)>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/** Reads a well-formed document of elements and text; throws at the first sign that does not fit. */
export function readXml(document: string): ReadElement {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const match = token.exec(document);
    const parent = open.at(-1);
    if (!match || !parent) throw new Error(`not well-formed at ${at}: ${document.slice(at, at + 60)}`);
    const [, closed, opened, pairs = '', isEmpty, text] = match;
    if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes another element`);
    } else if (opened !== undefined) {
      const child: OpenElement = { name: opened, attributes: readPairs(pairs), children: [], text: '' };
      parent.children.push(child);
      if (!isEmpty) open.push(child);
    } else if (text !== undefined) {
      parent.text += unescaped(text);
    }
  }
  const [document1, more] = root.children;
  if (open.length !== 1 || !document1 || more) throw new Error('not one whole document');
  return document1;
}

function readPairs(pairs: string): Record<string, string> {
  return Object.fromEntries(
    [...pairs.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(\w*);?/g, (entity, name: string) => {
    const sign = signs[name];
    if (sign === undefined) throw new Error(`no entity: ${entity}`);
    return sign;
  });
}
