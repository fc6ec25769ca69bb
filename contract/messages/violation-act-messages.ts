/** Violation acts, also on the first page. Texts: spec/messages.md. */
export const violationActMessages = {
  'documents.unpaidViolationActs': 'У вас є неоплачені акти про порушення на суму {sum} грн.',
  'documents.noViolationActs': 'Актів про порушення немає.',
  'documents.violationActs': 'За вашим рахунком складено актів про порушення: {count}.',
} as const;
