export { calendarPlugin } from './calendar-plugin.ts';
export { notifyOfEvents } from './notify-of-events.ts';
export { askForLimitReminders, askForReminders, reminderTasks } from './plan-reminders.ts';
export { createPushSender, listPushIds } from './push-store.ts';
export { listOwners, listRecipients, type Recipient } from './recipients.ts';
export { deleteOldReminders } from './reminder-store.ts';
export { type Notice, type NoticeServices, sendNotices } from './send-notices.ts';
export { deleteSettingsOf, listSettingsOf } from './settings-store.ts';
export { stopPlugin } from './stop-plugin.ts';
