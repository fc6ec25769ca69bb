/**
 * Where a person pays a bill online: its page in the cabinet, which asks for the sign-in first. On paper it stands as a link, so
 * it says the account, which the paper says anyway.
 */
export function payAddress(publicUrl: string, account: string, period: string): string {
  return `${publicUrl}/cabinet/person/bills/${period}?account=${account}`;
}
