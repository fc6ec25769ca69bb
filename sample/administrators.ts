/**
 * Administrators of the sample supplier; they have the password of all sample sign-ins. The last one is created last:
 * its presence means that the whole sample is loaded.
 */
export const sampleAdministrators = [
  { login: 'owner', fullName: 'Ткачук Оксана Романівна', roles: ['owner'], phone: '+380501130001' },
  { login: 'operator', fullName: 'Савчук Назар Ігорович', roles: ['operator'], phone: '+380501130002' },
  { login: 'analyst', fullName: 'Мельник Дарина Олегівна', roles: ['analyst'], phone: '+380501130003' },
] as const;
