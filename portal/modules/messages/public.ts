export { type NewMessage, queueMessage } from './queue-message.ts';
export { openBody, sealBody } from './seal.ts';
