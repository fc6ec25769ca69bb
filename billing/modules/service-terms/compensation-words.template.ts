/** Why an account was credited, as the bill, the ledger and the news of the account say it. */
export function compensationWords(ticketNumber: number): string {
  return `Компенсація за порушення строку відповіді на звернення № ${ticketNumber}`;
}
