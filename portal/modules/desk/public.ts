export { readDeskState } from './queue-store.ts';
export { seedAnswers } from './seed-answers.ts';
