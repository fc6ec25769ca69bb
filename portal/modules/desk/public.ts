export { listConversationsOf } from './customer-card.ts';
export { readDeskState, searchConversations } from './queue-store.ts';
export { seedAnswers } from './seed-answers.ts';
