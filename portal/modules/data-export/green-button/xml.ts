import { tableOf } from '#domain/table-of.ts';
/** An element of XML: its name with the prefix, attributes, and text or elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly XmlElement[];
}

/** An element with text; a number or a sum is its own text. */
export function textElement(
  name: string,
  text: string | number | bigint,
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  return { name, attributes, content: String(text) };
}

/** An element that holds others, in this order. */
export function element(
  name: string,
  content: readonly XmlElement[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  return { name, attributes, content };
}

/** A whole document in UTF-8. */
export function writeXml(root: XmlElement): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}\n`, 'utf8');
}

function write({ name, attributes, content }: XmlElement): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inside = typeof content === 'string' ? escapeXml(content) : content.map(write).join('');
  const open = `<${name}${pairs.join('')}`;
  return inside === '' ? `${open}/>` : `${open}>${inside}</${name}>`;
}

const entities: Readonly<Record<string, string>> = tableOf({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
});

/** Text that stands between tags or in an attribute; signs that XML 1.0 cannot hold are left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
