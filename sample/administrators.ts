/**
 * Who works at the sample supplier; the password is that of every sign-in. The last one is made last: when it is there,
 * the whole sample is.
 */
export const sampleAdministrators = [
  { login: 'owner', fullName: 'Ткачук Оксана Романівна', roles: ['owner'], phone: '+380501130001' },
  { login: 'operator', fullName: 'Савчук Назар Ігорович', roles: ['operator'], phone: '+380501130002' },
  { login: 'analyst', fullName: 'Мельник Дарина Олегівна', roles: ['analyst'], phone: '+380501130003' },
] as const;
