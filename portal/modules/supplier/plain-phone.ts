/** Spaces, dashes, brackets go: what a tel: link wants (base specification §3, facts 8.5). */
export function plainPhone(phone: string): string {
  return phone.replace(/[\s()\u002d\u2010-\u2015]/g, '');
}
