export { conversationTasks } from './ask-for-news.ts';
export {
  addNote,
  appendMessage,
  type ChangeRefusal,
  changeTopic,
} from './change-conversation.ts';
export { tendChats } from './chat/chat-upkeep.ts';
export { bookApproved, noteReversals, proposeCompensations } from './compensations/compensations.ts';
export { type Actor, type ConversationKey, markSeen, receivedAtSql } from './conversation-store.ts';
export {
  countOpenConversations,
  deleteFilesOfCabinets,
  eraseOldConversations,
  hasFilesOfCabinet,
  maskConversations,
} from './erasing/erase-conversations.ts';
export { erasedDetail } from './erasing/erased-text.template.ts';
export { listConversationsOf, readConversation } from './erasing/export-conversations.ts';
export { storeFile } from './files/add-file.ts';
export { findFile, listFiles } from './files/file-store.ts';
export {
  announceConversation,
  changeInTransaction,
  followedConversations,
  markDelivered,
  noteTyping,
} from './live-conversations.ts';
export { recordCompensation, recordTicket } from './record-conversation.ts';
export { seedTopics } from './seed-topics.ts';
export { newestTickets, valueInWords } from './show-ticket.ts';
export {
  assignMany,
  changeStates,
  type ExtensionRefusal,
  extendTerm,
  joinConversation,
  saveDraft,
} from './staff-changes.ts';
export { listUnreadAnswers } from './ticket-store.ts';
export { listTopics } from './topic-store.ts';
export { closeAnswered, deleteUnsentFiles, markBreaches, scanAgain, termFigures } from './upkeep.ts';
