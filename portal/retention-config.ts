/**
 * Terms in days that a supplier may set, by the variable of the environment, with their defaults. Sources of the law and what each
 * kind holds: docs/operations.md, "What is deleted, and when".
 */
const retentionSettings = {
  calls: { variable: 'CALL_LOG_DAYS', days: 90 },
  rollups: { variable: 'ROLLUP_DAYS', days: 1826 },
  signIns: { variable: 'SIGN_IN_LOG_DAYS', days: 180 },
  accountEvents: { variable: 'EVENT_DAYS', days: 90 },
  browserReports: { variable: 'BROWSER_REPORT_DAYS', days: 14 },
  messages: { variable: 'MESSAGE_DAYS', days: 30 },
  supplierMessages: { variable: 'SUPPLIER_MESSAGE_DAYS', days: 1096 },
  photos: { variable: 'PHOTO_DAYS', days: 1096 },
  tickets: { variable: 'TICKET_DAYS', days: 1826 },
  chats: { variable: 'CHAT_DAYS', days: 1096 },
  feedback: { variable: 'FEEDBACK_DAYS', days: 1096 },
  documents: { variable: 'DOCUMENT_DAYS', days: 90 },
  entityActs: { variable: 'ENTITY_ACT_DAYS', days: 1095 },
} as const;

type RetentionSetting = keyof typeof retentionSettings;

/** Terms in days. */
export type RetentionDays = Readonly<Record<RetentionSetting, number>>;

/**
 * Reads the terms by the reader of whole numbers of days.
 * @throws Error that names the wrong variable.
 */
export function readRetention(readDays: (variable: string, fallback: number) => number): RetentionDays {
  const entries = Object.entries(retentionSettings).map(([kind, { variable, days }]) => [
    kind,
    readDays(variable, days),
  ]);
  return Object.fromEntries(entries) as RetentionDays;
}
