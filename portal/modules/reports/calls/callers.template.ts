/** Who called a function module when it was no API call. */
export const jobsName = 'фонова робота';
