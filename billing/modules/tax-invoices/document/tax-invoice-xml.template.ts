import { tableOf } from '#domain/table-of.ts';
import type { TaxInvoicePapers } from './tax-invoice-document.ts';

const escapes: Readonly<Record<string, string>> = tableOf({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
});
const escaped = (value: string) => value.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
/** "2026-10-31" → "31102026". */
const dayOfForm = (day: string) => day.split('-').reverse().join('');

/**
 * A tax invoice in the names of the electronic forms J1201016 (tax invoice) and J1201216 (adjustment), for import into
 * accounting programs. It is a copy of what the supplier made: without signatures, and not the registered file.
 */
export function taxInvoiceXml({ taxInvoice, seller, buyer }: TaxInvoicePapers): string {
  const isAdjustment = taxInvoice.kind === 'adjustment';
  const [form, subForm] = isAdjustment ? ['J1201216', '012'] : ['J1201016', '010'];
  const [year = '', month = ''] = taxInvoice.period.split('-');
  const head: [string, string][] = [
    ['TIN', seller.edrpou],
    ['C_DOC', 'J12'],
    ['C_DOC_SUB', subForm],
    ['C_DOC_VER', '16'],
    ['C_DOC_STAN', '1'],
    ['PERIOD_MONTH', String(Number(month))],
    ['PERIOD_TYPE', '1'],
    ['PERIOD_YEAR', year],
    ['D_FILL', dayOfForm(taxInvoice.issuedOn)],
  ];
  const body: [string, string][] = [
    ['HFILL', dayOfForm(taxInvoice.issuedOn)],
    ['HNUM', taxInvoice.number],
    ...(taxInvoice.adjusts === null
      ? []
      : ([
          ['HPODFILL', dayOfForm(taxInvoice.adjusts.issuedOn)],
          ['HPODNUM', taxInvoice.adjusts.number],
        ] satisfies [string, string][])),
    ['HNAMESEL', seller.name],
    ['HTINSEL', seller.edrpou],
    ['HNAMEBUY', buyer.name],
    ['HKBUY', buyer.vatNumber],
    ['HTINBUY', buyer.edrpou],
    ['R04G11', taxInvoice.gross],
    ['R03G11', taxInvoice.vat],
    ['R03G7', taxInvoice.vat],
    ['R01G7', taxInvoice.net],
  ];
  const row: [string, string][] = [
    ['RXXXXG3S', isAdjustment ? taxInvoice.reason : 'Електрична енергія'],
    ['RXXXXG4', '2716000000'],
    ['RXXXXG4S', 'кВт·год'],
    ['RXXXXG5', String(taxInvoice.quantityKwh)],
    ['RXXXXG8', '20'],
    ['RXXXXG10', taxInvoice.net],
    ['RXXXXG11_10', taxInvoice.vat],
  ];
  const lines = (fields: readonly [string, string][], attribute = '') =>
    fields
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `    <${name}${attribute}>${escaped(value)}</${name}>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<DECLAR xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${form}.xsd">`,
    '  <DECLARHEAD>',
    ...lines(head),
    '  </DECLARHEAD>',
    '  <DECLARBODY>',
    ...lines(body),
    ...lines(row, ' ROWNUM="1"'),
    '  </DECLARBODY>',
    '</DECLAR>',
    '',
  ].join('\n');
}
