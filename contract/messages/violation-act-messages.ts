/** What the first page says of violation acts by itself; the others come with answers. Texts: spec/messages.md. */
export const violationActMessages = {
  'documents.unpaidViolationActs': 'У вас є неоплачені акти про порушення на суму {sum} грн.',
} as const;
