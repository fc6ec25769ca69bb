export { customInfo } from './custom-info.ts';
