import { formatMoment } from '#domain/time/kyiv.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import type { StoredSignature, StoredSignedDocument } from './document-store.ts';

const words = {
  title: 'Сторінка підписів',
  none: 'Документ ще ніхто не підписав.',
  document: 'Документ',
  file: 'Файл',
  bytes: (count: number) => `${count.toLocaleString('uk-UA')} байтів`,
  sha256: 'SHA-256 файла',
  frozenAt: 'Підготовлено',
  parties: { customer: 'Споживач', supplier: 'Постачальник' },
  seal: 'Печатка',
  post: 'Посада',
  organization: 'Організація',
  edrpou: 'Код ЄДРПОУ',
  drfo: 'РНОКПП',
  certificate: 'Сертифікат №',
  issuer: 'Видав',
  time: 'Час підпису',
  proven: (moment: string) => `${moment} — засвідчено позначкою часу надавача`,
  claimed: (moment: string) => `${moment} — за годинником підписувача, без позначки часу`,
  unknownTime: 'не вказано',
  state: 'Стан сертифіката',
  states: {
    good: 'чинний за відповіддю надавача на час перевірки',
    notChecked: 'у надавача не перевірявся: перевірку вимкнено',
  },
  checkedAt: 'Перевірено й додано',
  note: 'Підписи зроблено окремо від файла: кожен підпис — це файл .p7s над тими самими байтами. Ця сторінка показує, що перевірив сервер, і сама підписом не є.',
};

const left = pageSize.margin;
const width = pageSize.width - 2 * pageSize.margin;
const LABEL_WIDTH = 118;
const BLOCK_HEIGHT = 150;

function timeText({ signedAt, timeStampedAt }: StoredSignature): string {
  if (timeStampedAt !== null) return words.proven(formatMoment(timeStampedAt));
  return signedAt === null ? words.unknownTime : words.claimed(formatMoment(signedAt));
}

/** The page of signers of a document: who, by which certificate, when, and what proves the time. Runs in a worker process. */
export function createSignersPage(
  document: StoredSignedDocument,
  signatures: readonly StoredSignature[],
): Promise<Buffer> {
  const last = signatures.at(-1);
  const info = {
    title: `${words.title}: ${document.title}`,
    subject: document.title,
    author: document.supplierEdrpou,
    createdAt: last?.addedAt ?? document.frozenAt,
  };
  return createPdf(info, (pdf) => {
    let y: number = pageSize.margin;
    pdf.leaf('H1', () => {
      y = pdf.text(words.title, { x: left, y, width, font: 'bold', size: 20 });
    });
    pdf.leaf('P', () => {
      y = pdf.text(document.title, { x: left, y: y + 2, width, size: 13 });
    });
    y = drawRows(
      pdf,
      [
        [words.file, `${document.fileName}, ${words.bytes(document.byteCount)}`],
        [words.sha256, document.sha256.replace(/(.{32})(?=.)/g, '$1 ')],
        [words.frozenAt, formatMoment(document.frozenAt)],
      ],
      y + 12,
    );
    if (signatures.length === 0) y = paragraph(pdf, words.none, y + 14, 11);
    for (const signature of signatures) y = drawSigner(pdf, signature, y + 16);
    paragraph(pdf, words.note, pdf.roomFor(40, y + 18), 8, paper.quiet);
  });
}

function drawSigner(pdf: Pdf, signature: StoredSignature, top: number): number {
  const { signerName, post, organization, edrpou, drfo, isSeal } = signature;
  let y = pdf.roomFor(BLOCK_HEIGHT, top);
  const lineY = y;
  pdf.artifact(() => {
    pdf.doc
      .moveTo(left, lineY)
      .lineTo(left + width, lineY)
      .lineWidth(0.8)
      .strokeColor(paper.ink)
      .stroke();
  });
  const party = words.parties[signature.party];
  pdf.leaf('H2', () => {
    const role = isSeal ? `${party} · ${words.seal}` : party;
    y = pdf.text(role, { x: left, y: y + 8, width, size: 8, color: paper.quiet });
    y = pdf.text(signerName, { x: left, y: y + 1, width, font: 'semibold', size: 12 });
  });
  const rows: readonly (readonly [string, string | null])[] = [
    [words.post, post],
    [words.organization, organization],
    [words.edrpou, edrpou],
    [words.drfo, drfo],
    [words.certificate, signature.certificateSerial],
    [words.issuer, signature.issuer],
    [words.time, timeText(signature)],
    [words.state, words.states[signature.revocation]],
    [words.checkedAt, formatMoment(signature.addedAt)],
  ];
  return drawRows(pdf, rows, y + 6);
}

function drawRows(pdf: Pdf, rows: readonly (readonly [string, string | null])[], top: number): number {
  let y = top;
  pdf.group('Table', (table) => {
    for (const [name, value] of rows) {
      if (value === null || value === '') continue;
      table.group('TR', (row) => {
        const place = { x: left + LABEL_WIDTH, width: width - LABEL_WIDTH, size: 9.5 };
        const rowTop = pdf.roomFor(pdf.heightOf(value, place), y);
        row.leaf(
          'TH',
          () => {
            const style = { width: LABEL_WIDTH - 12, size: 8, color: paper.quiet };
            pdf.text(name, { ...style, x: left, y: rowTop + 1.2 });
          },
          { scope: 'Row' },
        );
        row.leaf('TD', () => {
          y = pdf.text(value, { ...place, y: rowTop }) + 3;
        });
      });
    }
  });
  return y;
}

function paragraph(pdf: Pdf, text: string, y: number, size: number, color: string = paper.ink): number {
  let below = y;
  pdf.leaf('P', () => {
    below = pdf.text(text, { x: left, y, width, size, color, lineGap: 2 });
  });
  return below;
}
