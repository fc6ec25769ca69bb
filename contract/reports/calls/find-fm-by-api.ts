import { pairReport } from './find-api-by-fm.ts';

/** Which function modules an API call calls. */
export const findFmByApi = pairReport(['api', 'fm'], {
  name: 'find_fm_by_api',
  title: 'Які функційні модулі викликає API',
  about:
    'За справжніми викликами: які модулі викликав API, яка це частка його викликів модулів і скільки разів на один виклик API.',
  share: 'Частка викликів API',
});
