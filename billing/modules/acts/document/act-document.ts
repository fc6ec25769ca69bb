import type { ActPaper } from '#billing/api/acts.ts';
import { dateText } from '#billing/document/words.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import type { ActOnPaper } from './act-on-paper.ts';
import { drawBill } from './draw-bill.ts';
import { drawCalculation } from './draw-calculation.ts';
import { drawFacts } from './draw-facts.ts';
import { drawHeading } from './draw-heading.ts';
import { drawNote, layout } from './layout.ts';
import { words } from './text.ts';

const DRAWING_HOUR = 9;
const drawings = { act: drawFacts, calculation: drawCalculation, bill: drawBill };

/** A paper of a violation act. On one day the same act makes the same paper. */
export function createActDocument(kind: ActPaper, paper: ActOnPaper): Promise<Buffer> {
  return createPdf(
    {
      title: `${words.titles[kind]} ${words.number(paper.act.actNumber, dateText(paper.act.drawnOn))}`,
      subject: words.subject(paper.accountNumber),
      author: paper.supplier.name,
      createdAt: kyivInstant(paper.today, DRAWING_HOUR, 0),
    },
    (pdf) => {
      const top = drawHeading(pdf, kind, paper);
      const bottom = drawings[kind](pdf, paper, top + layout.gap);
      drawNote(pdf, words.origin(dateText(paper.today)), pdf.roomFor(layout.gap * 2, bottom + layout.gap));
    },
  );
}
