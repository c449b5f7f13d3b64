import { fetchUser } from './users.mjs';

export const greeting = (id) => `Hello, ${fetchUser(id)?.name ?? 'stranger'}.`;
