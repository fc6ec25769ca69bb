export { conversationTasks } from './ask-for-news.ts';
export {
  addNote,
  appendMessage,
  assignConversation,
  type Change,
  type ChangeRefusal,
  changeState,
  changeTopic,
} from './change-conversation.ts';
export { type Actor, type ConversationKey, lockConversation, markSeen } from './conversation-store.ts';
export { listFiles } from './files/file-store.ts';
export { recordTicket } from './record-conversation.ts';
export { seedTopics } from './seed-topics.ts';
export { newestTickets } from './show-ticket.ts';
export { listUnreadAnswers } from './ticket-store.ts';
export { listTopics, type Topic } from './topic-store.ts';
export { closeAnswered, markBreaches, scanAgain, sweepLooseFiles } from './upkeep.ts';
