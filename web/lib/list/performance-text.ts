/** The name of the dashboard of the servers: in the navigation and on its page. */
export const text = {
  performance: 'Продуктивність',
} as const;
