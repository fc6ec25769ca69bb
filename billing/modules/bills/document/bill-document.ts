import type { BillData } from '#billing/api/bills.ts';
import { monthOfYear } from '#billing/document/words.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import { issueHour } from '../bill-qr.ts';
import { drawBalance } from './draw-balance.ts';
import { drawEnergy } from './draw-energy.ts';
import { drawHeading } from './draw-heading.ts';
import { drawHistory } from './draw-history.ts';
import { drawNotices } from './draw-notices.ts';
import { drawParties } from './draw-parties.ts';
import { drawSlip } from './draw-slip.ts';
import { drawToPay } from './draw-to-pay.ts';
import { words } from './text.ts';

const SIDE_BOTTOM = 318;

/**
 * The bill on paper, with the blocks of facts 9.1 in their order; the code to pay stands beside the first of them. The same
 * bill makes the same document.
 * @param payUrl Where it is paid online; absent: nowhere.
 */
export function createBillDocument(bill: BillData, payUrl?: string): Promise<Buffer> {
  return createPdf(
    {
      title: `${words.title}, ${monthOfYear(bill.period)}`,
      subject: words.subject(bill.customer.accountNumber),
      author: bill.supplier.name,
      createdAt: kyivInstant(bill.issuedOn as LocalDate, issueHour, 0),
    },
    (pdf) => {
      let y = drawHeading(pdf, bill);
      y = drawParties(pdf, bill, y + 8);
      const sideBottom = drawToPay(pdf, bill, payUrl) + 2;
      y = drawEnergy(pdf, bill, Math.max(y + 3, sideBottom, SIDE_BOTTOM));
      y = drawBalance(pdf, bill, y + 7);
      y = drawNotices(pdf, bill, y + 3);
      y = drawHistory(pdf, bill, y + 4);
      drawSlip(pdf, bill, y);
    },
  );
}
