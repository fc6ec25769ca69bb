/** How applications for codes name the cabinet. */
export const totpIssuer = 'Світло';
