import { defineReport } from '../define-report.ts';

/** How busy the servers were: what is under way, waits and how late the event loop runs, by node and over time. */
export const threadsCharts = defineReport({
  name: 'threads_charts',
  title: 'Паралельна робота серверів',
  about:
    'Скільки запитів виконується водночас, скільки зайнято з’єднань з базою і робочих процесів, хто чекає і наскільки запізнюється цикл подій. Без днів — сьогодні і вчора.',
  roles: ['analyst'],
  period: 'recent',
  filters: { node: { kind: 'text', label: 'Вузол', maxLength: 100 } },
  columns: {
    node: { kind: 'text', title: 'Вузол', lang: 'en' },
    samples: { kind: 'number', title: 'Замірів' },
    inFlight: { kind: 'number', title: 'Запитів водночас, найбільше' },
    requests: { kind: 'number', title: 'Запитів', total: 'sum' },
    errors: { kind: 'number', title: 'Збоїв', total: 'sum' },
    poolBusy: { kind: 'number', title: 'Зайнято з’єднань, найбільше' },
    poolWaiting: { kind: 'number', title: 'Чекали з’єднання, найбільше' },
    workersBusy: { kind: 'number', title: 'Зайнято процесів, найбільше' },
    workersWaiting: { kind: 'number', title: 'Чекали процесу, найбільше' },
    lag: { kind: 'duration', title: 'Запізнення циклу, найбільше' },
    loopUsed: { kind: 'share', title: 'Цикл зайнятий, у середньому' },
    lastSample: { kind: 'instant', title: 'Останній замір' },
  },
  sort: { column: 'node', descending: false },
  charts: {
    inFlight: {
      kind: 'lines',
      title: 'Запити, що виконуються водночас, на всіх вузлах разом',
      unit: 'number',
      series: { inFlight: 'У середньому', mostInFlight: 'Найбільше' },
    },
    pool: {
      kind: 'lines',
      title: 'З’єднання з базою на всіх вузлах разом',
      unit: 'number',
      series: { poolBusy: 'Зайняті', poolTotal: 'Усі', poolWaiting: 'Запити, що чекають' },
    },
    workers: {
      kind: 'lines',
      title: 'Робочі процеси на всіх вузлах разом',
      unit: 'number',
      series: { workersBusy: 'Зайняті', workersWaiting: 'Завдання, що чекають' },
    },
    lag: {
      kind: 'lines',
      title: 'Запізнення циклу подій, p99',
      unit: 'duration',
      series: { lag: 'Звичайне', mostLag: 'Найбільше з вузлів' },
    },
  },
});
