import { fetchUserAvatar } from './users.mjs';
import { greeting } from './greeting.mjs';

export const page = (id) => `<img src="${fetchUserAvatar(id)}">${greeting(id)}`;
