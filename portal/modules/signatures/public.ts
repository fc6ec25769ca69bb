export { sealTasks } from './seal-document.ts';
export { seedAuthorities } from './shipped-authorities.ts';
