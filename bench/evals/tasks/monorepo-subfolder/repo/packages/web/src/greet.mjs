export const greet = (name) => `Welcome, ${name}`;
