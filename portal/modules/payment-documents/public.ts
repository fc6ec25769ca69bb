export { listActsToSign } from './list-acts-to-sign.ts';
