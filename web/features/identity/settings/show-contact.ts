import { formatPhone, parsePhone } from '#domain/identifiers/phone.ts';
import type { ContactKind } from './api.ts';

/** A contact formatted for reading: "+380 50 111 00 01"; an e-mail unchanged. */
export function showContact(kind: ContactKind, contact: string): string {
  const phone = kind === 'phone' ? parsePhone(contact) : undefined;
  return phone ? formatPhone(phone) : contact;
}
